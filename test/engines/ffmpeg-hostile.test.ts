import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { convert } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { makeSource } from '../media/sources.ts';
import { convertWith } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const newFolder = () => mkdtempSync(path('job-'));

/** Formats that say how long they are, each with a target. Streams of packets do not: cut off, they are shorter streams. */
const STATED: readonly (readonly [FormatName, FormatName])[] = [
  ...(['mp4', 'mov', 'webm', 'avi', 'wmv', 'flv', '3gp', 'ogv', 'gif', 'apng'] as const).map(
    (name) => [name, 'mkv'] as const,
  ),
  ...(
    ['m4a', 'flac', 'wav', 'ogg', 'opus', 'aiff', 'wma', 'au', 'caf', 'mka', 'wv', 'tta', 'ape', 'spx', 'mp3'] as const
  ).map((name) => [name, name === 'wav' ? 'flac' : 'wav'] as const),
  ...(['jxl', 'jp2', 'ppm', 'pam', 'dds'] as const).map((name) => [name, 'png'] as const),
];

describe('a truncated file', () => {
  it.each(STATED)('is refused: %s', async (format, target) => {
    const whole = readFileSync(await makeSource(format, folder));
    writeFileSync(path('cut'), whole.subarray(0, Math.floor(whole.length * 0.85)));
    const { code } = await failure(convert(path('cut'), format, target, { folder: newFolder() }));
    expect(code).toBe('UNREADABLE_FILE');
  });

  it('is refused though its index is at the beginning', async () => {
    const plain = await makeSource('mp4', folder);
    await runFfmpeg('ffmpeg', '-y', '-i', plain, '-c', 'copy', '-movflags', '+faststart', path('fast.mp4'));
    const whole = readFileSync(path('fast.mp4'));
    writeFileSync(path('cut'), whole.subarray(0, Math.floor(whole.length * 0.95)));
    for (const target of ['mkv', 'mp3'] as const)
      expect((await failure(convert(path('cut'), 'mp4', target, { folder: newFolder() }))).code).toBe(
        'UNREADABLE_FILE',
      );
  });

  it('is refused though all its samples can be decoded', async () => {
    await runFfmpeg('ffmpeg', '-y', '-i', await makeSource('wav', folder), '-c:a', 'pcm_s16be', path('plain.caf'));
    const whole = readFileSync(path('plain.caf'));
    await expect(convert(path('plain.caf'), 'caf', 'wav', { folder: newFolder() })).resolves.toBeDefined();
    writeFileSync(path('cut'), whole.subarray(0, Math.floor(whole.length * 0.85)));
    const { code } = await failure(convert(path('cut'), 'caf', 'wav', { folder: newFolder() }));
    expect(code).toBe('UNREADABLE_FILE');
  });

  it('is converted where it is a broadcast', async () => {
    const whole = readFileSync(await makeSource('ts', folder));
    writeFileSync(path('cut'), whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(convert(path('cut'), 'ts', 'mp4', { folder: newFolder() })).resolves.toBeDefined();
  });
});

describe('a damaged file', () => {
  it.each(['mp4', 'mp3', 'jp2', 'srt'] as const)('of noise is refused: %s', async (format) => {
    const random = seededRandom(7);
    writeFileSync(path('noise'), Buffer.from(Array.from({ length: 50_000 }, () => random() * 256)));
    const [target = 'mp4'] = ffmpeg.conversions[format] ?? [];
    const { code } = await failure(convert(path('noise'), format, target, { folder: newFolder() }));
    expect(code).toBe('UNREADABLE_FILE');
  });

  it('that is mostly noise is refused', async () => {
    const file = readFileSync(await makeSource('mp4', folder));
    const random = seededRandom(3);
    for (let at = file.indexOf('mdat') + 8; at < file.lastIndexOf('moov') - 8; at++) file[at] = random() * 256;
    writeFileSync(path('ruined'), file);
    expect((await failure(convert(path('ruined'), 'mp4', 'webm', { folder: newFolder() }))).code).toBe(
      'UNREADABLE_FILE',
    );
  });
});

describe('a file that claims', () => {
  it('a hundred hours is refused at once', async () => {
    const plain = await makeSource('mp4', folder);
    await runFfmpeg('ffmpeg', '-y', '-i', plain, '-map', '0:v', '-c', 'copy', path('claims.mp4'));
    const file = readFileSync(path('claims.mp4'));
    const times = file.indexOf('stts') + 8;
    expect(file.readUInt32BE(times)).toBe(1);
    // 50 frames of two hours each, and no list of edits that says otherwise.
    file.write('free', file.indexOf('edts'), 'latin1');
    file.writeUInt32BE(50 * 7200, file.indexOf('mvhd') + 20);
    file.writeUInt32BE(1, file.indexOf('mvhd') + 16);
    file.writeUInt32BE(1, file.indexOf('mdhd') + 16);
    file.writeUInt32BE(50 * 7200, file.indexOf('mdhd') + 20);
    file.writeUInt32BE(7200, times + 8);
    writeFileSync(path('claims.mp4'), file);
    const { code, message } = await failure(convert(path('claims.mp4'), 'mp4', 'webm', { folder: newFolder() }));
    expect([code, message]).toEqual(['TOO_COMPLEX', expect.stringMatching(/lasts 100 hours; at most 12 hours/)]);
  });

  it('more channels than there are layouts gets advice', async () => {
    const head = Buffer.from('RIFF    WAVEfmt ');
    const numbers = Buffer.from(Uint16Array.of(1, 64, 8000, 0, 64_000, 7, 128, 16).buffer);
    const sound = Buffer.alloc(128 * 800);
    const data = Buffer.concat([Buffer.from('data'), Buffer.from(Uint32Array.of(sound.length).buffer)]);
    const file = Buffer.concat([head, Buffer.from(Uint32Array.of(16).buffer), numbers, data, sound]);
    file.writeUInt32LE(file.length - 8, 4);
    writeFileSync(path('channels.wav'), file);
    const { code, message } = await failure(convert(path('channels.wav'), 'wav', 'mp3', { folder: newFolder() }));
    expect([code, message]).toEqual(['UNSUPPORTED_CONVERSION', expect.stringContaining('channels')]);
  });

  it('to be encrypted is refused', async () => {
    const key = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', '0123456789abcdef0123456789abcdef'];
    const keyId = ['-encryption_kid', 'abcdef0123456789abcdef0123456789'];
    const maps = ['-map', '0:v', '-map', '0:a', '-c', 'copy'];
    await runFfmpeg(
      'ffmpeg',
      '-y',
      '-i',
      await makeSource('mp4', folder),
      ...maps,
      ...key,
      ...keyId,
      path('locked.mp4'),
    );
    const { code, message } = await failure(convert(path('locked.mp4'), 'mp4', 'mp3', { folder: newFolder() }));
    expect([code, message]).toEqual(['PASSWORD_PROTECTED', expect.stringContaining('encrypted')]);
  });

  it('is stopped and too complex when its encoder exceeds the time of a job', async () => {
    const long = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=25'];
    await runFfmpeg('ffmpeg', '-y', ...long, '-c:v', 'libx264', '-preset', 'ultrafast', path('long.mp4'));
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
