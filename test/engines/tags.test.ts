import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { TONE, workbench } from '../media/workbench.ts';

const { path, make, convert } = workbench();

const number = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const frame = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id), number(content.length), Buffer.alloc(2), content]);
const latin = (bytes: Buffer) => Buffer.concat([Buffer.from([0]), bytes]);

/** Puts an ID3v2.3 tag in front of sound without one. */
async function tagged(name: string, flags: number, content: Buffer): Promise<void> {
  await make('plain.mp3', ...TONE, '-id3v2_version', '0', '-write_xing', '0');
  const size = [21, 14, 7, 0].map((bits) => (content.length >> bits) & 127);
  const head = Buffer.from([...Buffer.from('ID3'), 3, 0, flags, ...size]);
  writeFileSync(path(name), Buffer.concat([head, content, readFileSync(path('plain.mp3'))]));
}

async function tagsOf(name: string, source: FormatName, target: FormatName): Promise<Record<string, string>> {
  const { tags, streams } = await look(await convert(name, source, target));
  const [{ tags: ofStream = {} } = {}] = streams;
  return Object.fromEntries(Object.entries({ ...ofStream, ...tags }).map(([key, value]) => [key.toLowerCase(), value]));
}

// "Группа крови" in windows-1251, "さくらのうたをきく" in Shift JIS.
it.each([
  ['windows-1251', 'c3f0f3efefe020eaf0eee2e8', 'Группа крови'],
  ['Shift JIS', '82b382ad82e782cc82a482bd82f082ab82ad', 'さくらのうたをきく'],
  ['Latin-1', Buffer.from('Für Elise, Größe', 'latin1').toString('hex'), 'Für Elise, Größe'],
])('a tag in %s that ID3 calls Latin-1 is read as that', async (_, bytes, title) => {
  await tagged('song.mp3', 0, frame('TIT2', latin(Buffer.from(bytes, 'hex'))));
  for (const target of ['m4a', 'ogg', 'wav'] as const) {
    expect((await tagsOf('song.mp3', 'mp3', target)).title).toBe(title);
  }
});

it('a tag of WAV in an old encoding is kept', async () => {
  await make('sound.wav', ...TONE, '-metadata', 'title=Caf?');
  const wav = readFileSync(path('sound.wav'));
  wav[wav.indexOf('Caf?') + 3] = 0xe9;
  writeFileSync(path('sound.wav'), wav);
  expect((await tagsOf('sound.wav', 'wav', 'mp3')).title).toBe('Café');
});

it.each(['ogg', 'opus'] as const)('%s keeps a cover, byte for byte', async (target) => {
  await make('front.png', '-f', 'lavfi', '-i', 'testsrc2=size=320x320', '-frames:v', '1');
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make('front.mp3', ...TONE, '-i', path('front.png'), ...cover);
  const result = await convert('front.mp3', 'mp3', target);
  await runFfmpeg('ffmpeg', '-y', '-i', result, '-map', '0:v', '-c', 'copy', '-f', 'rawvideo', path('kept'));
  expect(readFileSync(path('kept')).equals(readFileSync(path('front.png')))).toBe(true);
});
