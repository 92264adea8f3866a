import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { SOURCES, type Source } from '../../functions/engines/office/families.ts';
import { office } from '../../functions/engines/office.ts';
import { DRAWN_TARGETS } from '../../functions/engines/poppler/pdf-targets.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { lookAt, textOf, textOfPdf } from '../documents/read-result.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { SCRIPTS, WORD } from '../documents/words.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { unzip } from '../support/unzip.ts';

/** Drawings of CorelDRAW have a test of their own: there are none with words. */
const sources = (Object.keys(SOURCES) as Source[]).filter((source) => source !== 'cdr');
const PAIRS = coveringPairs(office.conversions);

/** Formats whose tables or letters hold the western alphabet only, in our samples. */
const WESTERN: readonly Source[] = ['wpd', 'xlsb', 'slk', 'dif', 'gnumeric', 'vsdx', 'wmf', 'emf'];
const western = (source: Source) => WESTERN.includes(source) || wordOf(source) !== WORD;

/** What pages become when they become pictures. */
const PICTURES: readonly FormatName[] = DRAWN_TARGETS;

const TABLES: readonly FormatName[] = ['csv', 'tsv'];

/** Texts, which are what they are called. */
const NAMED: readonly FormatName[] = ['md', 'json'];

const bare = (text: string) => text.replace(/\s/g, '');

describe('the office engine', () => {
  it('reads at least 30 formats', () => {
    expect(sources.length).toBeGreaterThanOrEqual(30);
    // Of these there are files of their own: office-cdr, office-mail and office-pdf.
    expect(Object.keys(office.conversions).sort()).toEqual([...sources, 'cdr', 'mbox', 'pdf'].sort());
  });

  describe.each(sources)('%s', (source) => {
    it('is detected by its content', async () => {
      expect(await detectFormat(await sampleOf(source), `sample.${source}`)).toBe(source);
    });

    it.each(PAIRS[source] ?? [])('becomes %s', async (target) => {
      const { format, file } = await convertWithOffice(await sampleOf(source), source, target, 'low');
      await expectWords(file, format, target, wordOf(source));
    });

    it.skipIf(western(source))('keeps the scripts of the world in pdf', async () => {
      const { file } = await convertWithOffice(await sampleOf(source), source, 'pdf');
      const text = bare(textOfPdf(file));
      for (const script of Object.values(SCRIPTS)) expect(text).toContain(bare(script));
    });
  });
});

async function expectWords(file: Buffer, format: FormatName, target: FormatName, word: string): Promise<void> {
  if (PICTURES.includes(target)) return expectPictures(file, format, target);
  // A workbook with more than one sheet becomes an archive of tables.
  expect([target, ...(TABLES.includes(target) ? ['zip'] : [])]).toContain(format);
  const tables = format === 'zip' ? [...unzip(file).values()].join('\n') : textOf(file, format);
  // Some fonts write small letters large.
  expect(bare(tables).toLowerCase()).toContain(word.toLowerCase());
  if (!TABLES.includes(target))
    expect(await detectFormat(file, NAMED.includes(target) ? `result.${target}` : 'result')).toBe(target);
}

/** The longer side of a page in pixels at low quality: of 7 to 27 inches, at 96 pixels to the inch, or what metafiles become. */
const SIDE = [670, 2600] as const;

async function expectPictures(file: Buffer, format: FormatName, target: FormatName): Promise<void> {
  const pictures = format === 'zip' ? [...unzip(file).values()] : [file];
  expect(pictures.length > 1).toBe(format === 'zip');
  for (const picture of pictures) {
    expect(await detectFormat(picture, 'result')).toBe(target);
    if (target === 'bmp') continue;
    const { width, height, blank } = await lookAt(picture);
    // A drawing is as large as its page, in points.
    const [least, most] = target === 'svg' ? [100, 2000] : SIDE;
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(least);
    expect(Math.max(width, height)).toBeLessThanOrEqual(most);
    expect(blank).toBe(false);
  }
}
