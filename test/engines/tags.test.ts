import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { TONE, workbench } from '../media/workbench.ts';

const { path, make, convert } = workbench();

const sample = (name: string) => join(import.meta.dirname, '../media/fixtures', name);

async function tagsOf(name: string, source: FormatName, target: FormatName): Promise<Record<string, string>> {
  const { tags, streams } = await look(await convert(name, source, target));
  const [{ tags: ofStream = {} } = {}] = streams;
  return Object.fromEntries(Object.entries({ ...ofStream, ...tags }).map(([key, value]) => [key.toLowerCase(), value]));
}

it.each([
  ['windows-1251', 'Группа крови'],
  ['shift-jis', 'さくらのうたをきく'],
  ['latin-1', 'Für Elise, Größe'],
])('a tag in %s that ID3 calls Latin-1 is read as that', async (encoding, title) => {
  for (const target of ['m4a', 'ogg'] as const)
    expect((await tagsOf(sample(`title-in-${encoding}.mp3`), 'mp3', target)).title).toBe(title);
});

it('a tag of WAV in an old encoding is kept', async () => {
  expect((await tagsOf(sample('title-in-latin-1.wav'), 'wav', 'mp3')).title).toBe('Café');
});

it.each(['ogg', 'opus'] as const)('%s keeps a cover, byte for byte', async (target) => {
  await make('front.png', '-f', 'lavfi', '-i', 'testsrc2=size=320x320', '-frames:v', '1');
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make('front.mp3', ...TONE, '-i', path('front.png'), ...cover);
  const result = await convert('front.mp3', 'mp3', target);
  await runFfmpeg('ffmpeg', '-y', '-i', result, '-map', '0:v', '-c', 'copy', '-f', 'rawvideo', path('kept'));
  expect(readFileSync(path('kept')).equals(readFileSync(path('front.png')))).toBe(true);
});
