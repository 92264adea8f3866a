import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { convert } from '../media/convert.ts';
import { makeSource } from '../media/sources.ts';
import { fixture, H264, workbench } from '../media/workbench.ts';
import { committed } from '../support/committed.ts';
import { convertWith } from '../support/engine.ts';
import { expectRefused, failure } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';
import { serve } from '../support/serve.ts';

const { path, make } = workbench();
const folder = path('');
const newFolder = () => mkdtempSync(path('job-'));
const codeOf = async (name: string, source: FormatName, target: FormatName) =>
  (await failure(convert(path(name), source, target, { folder: newFolder() }))).code;

/** Saves the beginning of a file. */
function saveCut(file: string, share: number): void {
  const whole = readFileSync(file);
  writeFileSync(path('cut'), whole.subarray(0, Math.floor(whole.length * share)));
}

/** Formats that say how long they are, each with a target. Streams of packets do not: cut off, they are shorter streams. */
const STATED = (
  [
    ['mkv', ['mp4', 'mov', 'webm', 'avi', 'wmv', 'flv', '3gp', 'ogv', 'gif', 'apng']],
    ['wav', ['m4a', 'flac', 'ogg', 'opus', 'aiff', 'wma', 'au', 'caf', 'mka', 'wv', 'tta', 'ape', 'spx', 'mp3']],
    ['flac', ['wav']],
    ['png', ['jxl', 'jp2', 'ppm', 'pam', 'dds']],
  ] as const
).flatMap(([target, sources]) => sources.map((source) => [source, target] as const));

describe('a truncated file', () => {
  it.each(STATED)('is refused: %s', async (format, target) => {
    saveCut(await makeSource(format, folder), 0.85);
    expect(await codeOf('cut', format, target)).toBe('UNREADABLE_FILE');
  });

  it('is refused though its index is at the beginning', async () => {
    const plain = await makeSource('mp4', folder);
    await make('fast.mp4', '-i', plain, '-c', 'copy', '-movflags', '+faststart');
    saveCut(path('fast.mp4'), 0.95);
    for (const target of ['mkv', 'mp3'] as const) expect(await codeOf('cut', 'mp4', target)).toBe('UNREADABLE_FILE');
  });

  it('is refused though all its samples can be decoded', async () => {
    await make('plain.caf', '-i', await makeSource('wav', folder), '-c:a', 'pcm_s16be');
    expect(await codeOf('plain.caf', 'caf', 'wav')).toBe('none');
    saveCut(path('plain.caf'), 0.85);
    expect(await codeOf('cut', 'caf', 'wav')).toBe('UNREADABLE_FILE');
  });

  it('is converted where it is a broadcast', async () => {
    saveCut(await makeSource('ts', folder), 0.6);
    expect(await codeOf('cut', 'ts', 'mp4')).toBe('none');
  });
});

describe('a damaged file', () => {
  it.each(['mp4', 'mp3', 'jp2', 'srt'] as const)('of noise is refused: %s', async (format) => {
    const random = seededRandom(7);
    writeFileSync(path('noise'), Buffer.from(Array.from({ length: 50_000 }, () => random() * 256)));
    const [target = 'mp4'] = ffmpeg.conversions[format] ?? [];
    expect(await codeOf('noise', format, target)).toBe('UNREADABLE_FILE');
  });

  it('that is mostly noise is refused', async () => {
    const file = readFileSync(await makeSource('mp4', folder));
    const random = seededRandom(3);
    for (let at = file.indexOf('mdat') + 8; at < file.lastIndexOf('moov') - 8; at++) file[at] = random() * 256;
    writeFileSync(path('ruined'), file);
    expect(await codeOf('ruined', 'mp4', 'webm')).toBe('UNREADABLE_FILE');
  });
});

describe('a file that claims', () => {
  it('a hundred hours is refused at once', async () => {
    await expectRefused(
      convert(fixture('frames-of-twenty-hours.mov'), 'mov', 'webm'),
      'TOO_COMPLEX',
      /lasts 100 hours; at most 12 hours/,
    );
  });

  it('more channels than there are layouts gets advice', async () => {
    writeFileSync(path('channels.wav'), committed('media/fixtures/64-channels.wav.gz'));
    await expectRefused(convert(path('channels.wav'), 'wav', 'mp3'), 'UNSUPPORTED_CONVERSION', 'channels');
  });

  it('to be encrypted is refused', async () => {
    const key = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', '0123456789abcdef0123456789abcdef'];
    const keyId = ['-encryption_kid', 'abcdef0123456789abcdef0123456789'];
    const source = ['-i', await makeSource('mp4', folder), '-map', '0:v', '-map', '0:a', '-c', 'copy'];
    await make('locked.mp4', ...source, ...key, ...keyId);
    await expectRefused(convert(path('locked.mp4'), 'mp4', 'mp3'), 'PASSWORD_PROTECTED', 'encrypted');
  });

  it('is stopped and too complex when its encoder exceeds the time of a job', async () => {
    await make('long.mp4', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=15', ...H264);
    const job = { sourcePath: path('long.mp4'), sourceFormat: 'mp4', targetFormat: 'webm', quality: 'high' } as const;
    const impatient = { ...ffmpeg, worker: { ...ffmpeg.worker, timeout: 4 } };
    const { code } = await failure(convertWith(impatient, { ...job, folder: newFolder() }));
    expect(code).toBe('TOO_COMPLEX');
  });
});

describe('a playlist in disguise', () => {
  let address = '';
  const asked: string[] = [];
  const SECRET = 'the-secret-of-this-machine';

  beforeAll(async () => {
    address = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end(SECRET);
    });
    writeFileSync(path('secret.srt'), `1\n00:00:00,000 --> 00:00:01,000\n${SECRET}\n`);
  });

  const playlists = (): readonly (readonly [string, string])[] => [
    [
      'hls',
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}/a.ts\n#EXTINF:1,\nfile://${path('secret.srt')}\n#EXT-X-ENDLIST\n`,
    ],
    ['concat', `ffconcat version 1.0\nfile '${path('secret.srt')}'\nfile '${address}/a.ts'\n`],
    ['dash', `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${address}/</BaseURL></MPD>`],
    ['sdp', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
    ['address', `file://${path('secret.srt')}\n`],
  ];
  it.each(['mp4', 'mkv', 'ts', 'mpg', 'mp3', 'aac', 'srt', 'ass', 'gif', 'tga'] as const)(
    'as %s opens nothing',
    async (format) => {
      const targets = ffmpeg.conversions[format] ?? [];
      for (const [kind, content] of playlists()) {
        writeFileSync(path(kind), content);
        const inner = newFolder();
        const { code } = await failure(convert(path(kind), format, targets[0] ?? 'mp4', { folder: inner }));
        expect([kind, code]).toEqual([kind, 'UNREADABLE_FILE']);
        for (const name of readdirSync(inner)) expect(readFileSync(join(inner, name), 'latin1')).not.toContain(SECRET);
      }
      expect(asked).toEqual([]);
    },
  );
});
