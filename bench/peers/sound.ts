import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AUDIO_CODECS } from '../../functions/engines/ffmpeg/planning/audio-codecs.ts';
import { wav } from '../../test/support/sound.ts';
import { ms, table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { asSizes, asTime, byTurns } from './by-turns.ts';
import { postToBytes } from './http-client.ts';
import { describeTools, isThere } from './tools.ts';

/** Sizes in MB, and how much longer than ffmpeg alone it may take, in milliseconds. */
const CASES = [
  { size: 34, goal: 500 },
  { size: 100, goal: 1200 },
];

/** Large wav files to mp3, POST to bytes, against ffmpeg alone with the same codec and quality. */
export async function benchSound(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sound-'));
  const service = await startService();
  try {
    const rows = [];
    for (const { size, goal } of CASES) {
      const content = wav(size * 1e6);
      const source = join(folder, 'sound.wav');
      writeFileSync(source, content);
      const { ours, theirs } = await byTurns({
        ours: postToBytes(service.origin, { filename: 'sound.wav', content, target: 'mp3' }),
        ...(isThere('ffmpeg') && { theirs: () => encode(source, join(folder, 'sound.mp3')) }),
      });
      const difference = (ours?.time ?? Number.NaN) - (theirs?.time ?? Number.NaN);
      const over = Number.isNaN(difference) ? '-' : ms(difference);
      rows.push([
        `${size} MB of wav to mp3`,
        asTime(ours),
        asTime(theirs),
        over,
        ms(goal),
        asSizes([ours, theirs], 1e6),
      ]);
    }
    const head = ['', 'this service', 'ffmpeg alone', 'difference', 'goal', 'MB of result'];
    return `${table(head, rows)}\n\n${describeTools(['ffmpeg'])}`;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function encode(source: string, result: string): Promise<Buffer> {
  const { encoder, settings } = AUDIO_CODECS.mp3;
  const quality = Object.entries(settings.medium()).flatMap(([name, value]) => [`-${name}:a`, value]);
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', source, '-c:a', encoder, ...quality, result]);
  return readFileSync(result);
}
