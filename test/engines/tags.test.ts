import { readFileSync, writeFileSync } from 'node:fs';
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

it('an unsynchronised tag keeps all behind its first zero, and its cover', async () => {
  const { tags, streams } = await look(await convert(sample('unsynchronised.mp3'), 'mp3', 'm4a'));
  expect([tags.title, tags.artist]).toEqual(['Lied', 'Wer']);
  expect(streams.map(({ codec_name: codec }) => codec)).toEqual(['aac', 'mjpeg']);
});

it.each(['ogg', 'opus'] as const)('%s keeps a cover, byte for byte', async (target) => {
  await make('front.png', '-f', 'lavfi', '-i', 'testsrc2=size=320x320', '-frames:v', '1');
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make('front.mp3', ...TONE, '-i', path('front.png'), ...cover);
  const result = await convert('front.mp3', 'mp3', target);
  await runFfmpeg('ffmpeg', '-y', '-i', result, '-map', '0:v', '-c', 'copy', '-f', 'rawvideo', path('kept'));
  expect(readFileSync(path('kept')).equals(readFileSync(path('front.png')))).toBe(true);
});

it.each(['ogg', 'opus', 'flac'] as const)('%s keeps chapters, and those of a part', async (target) => {
  const chapter = (start: number, end: number, title: string) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${end}\ntitle=${title}\n`;
  writeFileSync(path('chapters.txt'), `;FFMETADATA1\n${chapter(0, 700, 'Eins')}${chapter(700, 2000, 'Zwei \\= 2')}`);
  await make('book.m4a', ...TONE, '-i', path('chapters.txt'), '-map', '0', '-map_chapters', '1');
  const chaptersOf = async (options = {}) => {
    const result = await convert('book.m4a', 'm4a', target, options);
    const shown = ['-show_entries', 'chapter=start_time:chapter_tags=title', '-of', 'csv=p=0'];
    return (await runFfmpeg('ffprobe', ...shown, result)).trim().split('\n');
  };
  expect(await chaptersOf()).toEqual(['0.000000,Eins', '0.700000,Zwei = 2']);
  expect(await chaptersOf({ start: 0.5 })).toEqual(['0.000000,Eins', '0.200000,Zwei = 2']);
});
