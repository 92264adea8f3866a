import { describe, expect, it } from 'vitest';
import { lookAt, textOf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { convert, merge, resultOf } from './account/client.ts';
import { POSSIBLE, useAccount } from './account/use-account.ts';
import { sample } from './samples.ts';

const TIME = 120_000;

type Check = (result: Buffer) => unknown;

const begins =
  (...bytes: readonly number[]): Check =>
  (result) =>
    expect([...result.subarray(0, bytes.length)]).toEqual(bytes);

const says =
  (word: string, format: Parameters<typeof textOf>[1]): Check =>
  (result) =>
    expect(textOf(result, format)).toContain(word);

const shows: Check = async (result) => expect(await lookAt(result)).toMatchObject({ blank: false });

const holds =
  (text: string, at = 0): Check =>
  (result) =>
    expect(result.toString('latin1', at, at + text.length)).toBe(text);

/** What is converted to what, by which engine, and what the result has to be. */
const CONVERSIONS: readonly (readonly [Parameters<typeof sample>[0], string, string, Check])[] = [
  ['photo.png', 'webp', 'Sharp', shows],
  ['photo.heic', 'jpg', 'Sharp', shows],
  ['photo.dng', 'jpg', 'Libraw', shows],
  ['sound.wav', 'mp3', 'Ffmpeg', begins(0x49, 0x44, 0x33)],
  ['pages.pdf', 'txt', 'Poppler', (result) => expect(result.length).toBeGreaterThan(20)],
  ['pages.pdf', 'pdf', 'Qpdf', holds('%PDF-')],
  ['letter.docx', 'pdf', 'Office', says(WORD, 'pdf')],
  ['page.html', 'pdf', 'Chromium', says(WORD, 'pdf')],
  ['files.zip', 'tar', 'Bsdtar', holds('ustar', 257)],
  ['table.xlsx', 'sqlite', 'Calc', holds('SQLite format 3')],
  ['list.csv', 'parquet', 'Duckdb', holds('PAR1')],
  ['letter.docx', 'md', 'Pandoc', holds(WORD)],
  ['comic.cbz', 'pdf', 'Comics', holds('%PDF-')],
  ['book.djvu', 'pdf', 'Djvulibre', says(WORD, 'pdf')],
  ['page.xps', 'txt', 'Djvulibre', says(WORD, 'txt')],
  ['square.eps', 'pdf', 'Ghostscript', holds('%PDF-')],
  ['plan.dxf', 'png', 'Ezdxf', shows],
  ['song.mid', 'wav', 'Fluidsynth', holds('RIFF')],
  ['book.azw3', 'epub', 'Pandoc', says(WORD, 'epub')],
  ['book.epub', 'azw3', 'Calibre', holds('BOOKMOBI', 60)],
  ['made.ttf', 'woff2', 'Fontforge', holds('wOF2')],
  ['boxes.glb', 'stl', 'Assimp', (result) => expect(result.readUInt32LE(80)).toBe(24)],
  // Others find no text in it, and it is handed over.
  ['scan.pdf', 'txt', 'Tesseract', holds(WORD)],
];

const FAILURES: readonly (readonly [Parameters<typeof sample>[0], string, string])[] = [
  ['cut.png', 'webp', 'UNREADABLE_FILE'],
  ['locked.pdf', 'png', 'PASSWORD_PROTECTED'],
  ['cut.docx', 'pdf', 'UNREADABLE_FILE'],
];

describe.skipIf(!POSSIBLE)('the engine functions, as synthesised', () => {
  const here = useAccount();

  /** The calls of AWS that an engine function made since. */
  const callsOf = (engine: string, since: number) =>
    here.account.recorder.calls.slice(since).filter(({ from }) => from === `Engines/${engine}`);

  it.each(CONVERSIONS)('%s becomes %s by %s', { timeout: TIME }, async (name, target, engine, check) => {
    const before = here.account.recorder.calls.length;
    await check(await resultOf(here.account, await convert(here.account, await sample(name), target)));
    const calls = callsOf(engine, before);
    expect(calls.map(({ action }) => action)).toContain('s3:PutObject');
    expect(calls.filter(({ signer, from }) => signer === from)).toEqual([]);
  });

  it('files are joined, and engines of other queues make PDF of some before', { timeout: TIME }, async () => {
    const before = here.account.recorder.calls.length;
    const names = ['letter.docx', 'comic.cbz', 'pages.pdf', 'photo.png'] as const;
    const files = await Promise.all(names.map((name) => sample(name)));
    says(WORD, 'pdf')(await resultOf(here.account, await merge(here.account, files)));
    for (const engine of ['Office', 'Comics', 'Qpdf'])
      expect(callsOf(engine, before).map(({ action }) => action)).toContain('s3:PutObject');
  });

  it.each(FAILURES)('%s cannot become %s: %s', { timeout: TIME }, async (name, target, code) => {
    const answer = await convert(here.account, await sample(name), target);
    expect([answer.status, answer.json()]).toMatchObject([400, { success: false, code }]);
  });

  it('no engine needs more than a part of the memory of its function', () => {
    for (const path of ['Functions/Convert', 'Jobs/Medium', 'Engines/Sharp', 'Engines/Office', 'Engines/Chromium']) {
      const { memory } = here.account.function(path);
      expect(here.account.peakOf(path)).toBeGreaterThan(20);
      expect(here.account.peakOf(path), path).toBeLessThan(memory * 0.9);
    }
  });

  it('a picture whose client does not wait is converted by the queue', { timeout: TIME }, async () => {
    const file = await sample('photo.png');
    const answer = await convert(here.account, file, 'webp', { Prefer: 'respond-async' });
    expect(answer.json().data).toMatchObject({ status: 'processing' });
    await shows(await resultOf(here.account, answer));
  });
});
