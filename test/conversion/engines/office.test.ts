import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../../functions/conversion/detect.ts';
import { SOURCES, type Source } from '../../../functions/conversion/engines/office/families.ts';
import { office } from '../../../functions/conversion/engines/office.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { convertWithOffice, sampleOf } from '../../documents/convert-with-office.ts';
import { lookAt, textOf, textOfPdf } from '../../documents/read-result.ts';
import { SCRIPTS, WORD } from '../../documents/words.ts';
import { unzip } from '../../support/unzip.ts';

const sources = Object.keys(SOURCES) as Source[];

/** Formats whose tables or letters hold the western alphabet only, in our samples. */
const WESTERN: readonly Source[] = ['wpd', 'xlsb', 'slk', 'dif', 'gnumeric', 'vsdx', 'wmf', 'emf'];

const bare = (text: string) => text.replace(/\s/g, '');

afterAll(() => office.stop?.());

describe.skipIf(!office.available())('the office engine', () => {
  it('reads at least 30 formats', () => {
    expect(sources.length).toBeGreaterThanOrEqual(30);
    expect(Object.keys(office.conversions).sort()).toEqual([...sources].sort());
  });

  describe.each(sources)('%s', (source) => {
    it('is detected by its content', async () => {
      expect(await detectFormat(await sampleOf(source), `sample.${source}`)).toBe(source);
    });

    it.each(office.conversions[source] ?? [])('becomes %s', async (target) => {
      const { format, file } = await convertWithOffice(await sampleOf(source), source, target);
      await expectWords(file, format, target);
    });

    it.skipIf(WESTERN.includes(source))('keeps the scripts of the world in pdf', async () => {
      const { file } = await convertWithOffice(await sampleOf(source), source, 'pdf');
      const text = bare(textOfPdf(file));
      for (const script of Object.values(SCRIPTS)) expect(text).toContain(bare(script));
    });
  });
});

async function expectWords(file: Buffer, format: FormatName, target: FormatName): Promise<void> {
  if (target === 'png') return expectPictures(file, format);
  expect(format).toBe(target);
  expect(bare(textOf(file, format))).toContain(WORD);
  if (target !== 'zip' && target !== 'csv' && target !== 'tsv') expect(await detectFormat(file, 'result')).toBe(target);
}

async function expectPictures(file: Buffer, format: FormatName): Promise<void> {
  const pictures = format === 'zip' ? [...unzip(file).values()] : [file];
  expect(pictures.length > 1).toBe(format === 'zip');
  for (const picture of pictures) {
    const { width, height, blank } = await lookAt(picture);
    expect(Math.max(width, height)).toBe(1920);
    expect(blank).toBe(false);
  }
}
