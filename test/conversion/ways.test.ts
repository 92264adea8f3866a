import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConversionJob } from '../../functions/conversion/converter.ts';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { byFirstAble, convertSearchable, type Way, waysOf } from '../../functions/conversion/ways.ts';
import { office } from '../../functions/engines/office.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { reflow } from '../../functions/engines/reflow.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';

const JOB = { originalFormat: 'pdf', targetFormat: 'docx', options: {}, secrets: {} } as const;
const named = (ways: readonly Way[]) => ways.map(({ recogniser, engine }) => [recogniser?.name, engine.name]);

afterEach(() => vi.unstubAllEnvs());

describe('the ways to convert a PDF file', () => {
  it('lead to a document, a table or a web page by the text of its pages, by that of a searchable copy, or by pictures', () => {
    expect(named(waysOf(JOB, office))).toEqual([
      [undefined, 'office'],
      ['tesseract', 'office'],
      [undefined, 'office'],
    ]);
    expect(named(waysOf({ ...JOB, targetFormat: 'md' }, reflow))[1]).toEqual(['tesseract', 'reflow']);
    expect(named(waysOf({ ...JOB, targetFormat: 'html' }, poppler))).toEqual([
      [undefined, 'poppler'],
      ['tesseract', 'reflow'],
      [undefined, 'poppler'],
    ]);
  });

  it('begin with a searchable copy where options ask for recognition', () => {
    expect(named(waysOf({ ...JOB, options: { language: 'deu' } }, tesseract))).toEqual([
      ['tesseract', 'office'],
      [undefined, 'office'],
    ]);
    expect(named(waysOf({ ...JOB, options: { ocr: 'force' } }, tesseract))).toEqual([['tesseract', 'office']]);
  });

  it('are one for the picture of a page: by a searchable copy', () => {
    expect(named(waysOf({ ...JOB, originalFormat: 'jpg' }, tesseract))).toEqual([['tesseract', 'office']]);
    expect(named(waysOf({ ...JOB, originalFormat: 'jpg', targetFormat: 'txt' }, tesseract))).toEqual([
      [undefined, 'tesseract'],
    ]);
  });

  it('need no copy for plain text, pictures, other sources and other engines, nor without text recognition', () => {
    expect(named(waysOf({ ...JOB, targetFormat: 'txt' }, poppler))).toEqual([
      [undefined, 'poppler'],
      [undefined, 'tesseract'],
    ]);
    expect(named(waysOf({ ...JOB, targetFormat: 'pdf' }, qpdf))).toEqual([[undefined, 'qpdf']]);
    expect(named(waysOf({ ...JOB, originalFormat: 'odt' }, office))).toEqual([[undefined, 'office']]);
    vi.stubEnv('ENGINES', 'office');
    expect(named(waysOf(JOB, office))).toEqual([[undefined, 'office']]);
  });

  it('are tried until one does not refuse; another error ends the search', async () => {
    const ways = waysOf(JOB, office);
    const tried: (string | boolean | undefined)[] = [];
    const refuse = (code: 'UNSUPPORTED_CONVERSION' | 'UNREADABLE_FILE') =>
      byFirstAble(ways, async ({ recogniser, engine }, handsOver) => {
        tried.push(recogniser?.name ?? engine.name, handsOver);
        throw new ConversionError(code, 'no');
      });
    await expect(refuse('UNSUPPORTED_CONVERSION')).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
    expect(tried.splice(0)).toEqual(['office', true, 'tesseract', true, 'office', false]);
    const slides = waysOf({ ...JOB, targetFormat: 'pptx' }, office);
    const pages = (last: () => string) =>
      byFirstAble(slides, async ({ recogniser }, handsOver) => {
        if (!handsOver) return last();
        throw new ConversionError(recogniser ? 'TOO_COMPLEX' : 'UNSUPPORTED_CONVERSION', 'no');
      });
    expect(await pages(() => 'pictures of pages')).toBe('pictures of pages');
    const refused = pages(() => {
      throw new ConversionError('UNSUPPORTED_CONVERSION', 'no table');
    });
    await expect(refused).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    await expect(refuse('UNREADABLE_FILE')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
    expect(tried).toEqual(['office', true]);
  });
});

describe('a conversion by a searchable copy', () => {
  const job: ConversionJob = {
    ...JOB,
    engine: 'office',
    quality: 'high',
    options: { pages: '2', language: 'deu' },
    secrets: { password: 'secret' },
    source: { key: 'uploads/1', recheck: 'a.pdf' },
    result: 'results/1',
  };

  /** Converts with engines that only note what they are asked. */
  async function convert(fails?: string) {
    const [asked, deleted, percents]: [ConversionJob[], string[], number[]] = [[], [], []];
    const converter = {
      outlivesRequest: false,
      convert: async (order: ConversionJob, options: { onProgress?: (percent: number) => void } = {}) => {
        asked.push(order);
        options.onProgress?.(50);
        if (order.engine === fails) throw new ConversionError('TOO_COMPLEX', 'no');
        return { resultFormat: order.targetFormat, fileSize: 10, conversionTime: 2 };
      },
    };
    const files = { delete: async (key: string) => void deleted.push(key) };
    const onProgress = (percent: number) => void percents.push(percent);
    const way = { recogniser: tesseract, engine: office };
    const outcome = convertSearchable(job, way, { onProgress }, { converter, files });
    return { outcome: await outcome.catch((error: unknown) => error), asked, deleted, percents };
  }

  it('recognises the whole file, reads the copy with the options of its target, and keeps no copy', async () => {
    const { outcome, asked, deleted, percents } = await convert();
    expect(outcome).toEqual({ resultFormat: 'docx', fileSize: 10, conversionTime: 4 });
    expect(asked).toMatchObject([
      {
        engine: 'tesseract',
        targetFormat: 'pdf',
        options: { ocr: 'auto', language: 'deu' },
        secrets: { password: 'secret' },
        source: job.source,
        result: 'results/1.part-0',
      },
      {
        engine: 'office',
        originalFormat: 'pdf',
        targetFormat: 'docx',
        secrets: {},
        source: { key: 'results/1.part-0' },
        result: 'results/1',
      },
    ]);
    expect(asked[1]?.options).toHaveProperty('pages', '2');
    expect(asked[1]?.source).not.toHaveProperty('recheck');
    expect(deleted).toEqual(['results/1.part-0']);
    expect(percents.map(Math.round)).toEqual([40, 90]);
  });

  it('keeps no copy where one of both engines fails', async () => {
    for (const name of ['tesseract', 'office']) {
      const { outcome, deleted } = await convert(name);
      expect(outcome).toMatchObject({ code: 'TOO_COMPLEX' });
      expect(deleted).toEqual(['results/1.part-0']);
    }
  });
});
