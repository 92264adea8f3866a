import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue, optionsFor, targetsOf } from '../../functions/conversion/catalogue.ts';
import { chooseEngine, knownOptions, ownOptions, successorOf } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';

const ALL = ENGINES.map(({ name }) => name).join(',');
beforeEach(() => vi.stubEnv('ENGINES', ALL));
afterEach(() => vi.unstubAllEnvs());

describe('options that call for an engine', () => {
  it.each<[Options, string]>([
    [{}, 'poppler'],
    [{ pages: '1' }, 'poppler'],
    [{ ocr: 'auto' }, 'tesseract'],
    [{ ocr: 'force', pages: '1' }, 'tesseract'],
    [{ language: 'deu' }, 'tesseract'],
    [{ ocr: 'off' }, 'poppler'],
    [{ ocr: 'off', language: 'deu' }, 'poppler'],
  ])('%j is for a text done by %s', (options, name) => {
    expect(chooseEngine('pdf', 'txt', options).name).toBe(name);
  });

  it('leave all others to the first in the list', () => {
    const names = (options: Options) =>
      (['jpg', 'pdf'] as const).map((source) => chooseEngine(source, 'pdf', options).name);
    expect(names({})).toEqual(['sharp', 'qpdf']);
    expect(names({ ocr: 'auto' })).toEqual(['tesseract', 'tesseract']);
    expect(chooseEngine('jpg', 'txt').name).toBe('tesseract');
  });

  it('call for none that is not there', () => {
    vi.stubEnv('ENGINES', 'sharp,poppler,qpdf');
    expect(chooseEngine('pdf', 'txt', { ocr: 'auto' }).name).toBe('poppler');
    expect(knownOptions('pdf', 'txt', poppler, { ocr: 'auto' })).not.toHaveProperty('ocr');
    expect(optionsFor('txt')).not.toHaveProperty('ocr');
    expect(catalogue().map(({ format }) => format)).not.toContain('docx');
    vi.stubEnv('ENGINES', 'sharp,tesseract');
    expect(targetsOf('jpg')).toContain('txt');
    expect(targetsOf('jpg')).not.toContain('docx');
  });

  it('are accepted where they rule it out, and not passed to the chosen engine', () => {
    const off = { ocr: 'off', text_layout: 'page' };
    expect(knownOptions('pdf', 'txt', poppler, off)).toHaveProperty('ocr');
    expect(knownOptions('pdf', 'txt', poppler, { ...off, language: 'deu' })).not.toHaveProperty('language');
    const job = { originalFormat: 'pdf', targetFormat: 'txt', options: off, engine: 'poppler' } as const;
    expect(ownOptions(job)).toEqual({ text_layout: 'page' });
  });

  it('are listed for their sources, each once', () => {
    const entries = Object.fromEntries(catalogue().map((entry) => [entry.format, entry]));
    const { pdf, txt } = entries;
    for (const { format, convertsTo } of catalogue())
      for (const target of convertsTo) expect(entries[target]?.convertsFrom).toContain(format);
    expect(pdf?.options).toHaveProperty('ocr');
    expect(txt?.options.ocr?.['x-sources']).toEqual(['pdf']);
    expect(txt?.options.text_layout?.['x-sources']).toEqual(['pdf']);
    expect(new Set(pdf?.convertsFrom).size).toBe(pdf?.convertsFrom.length);
  });

  it('are accepted for each source for which they are listed', () => {
    const choosing = ENGINES.flatMap(({ when = {} }) =>
      Object.entries(when).map(([name, [value]]) => ({ [name]: value ?? '' })),
    );
    const isAccepted = (source: FormatName, target: FormatName, name: string) =>
      [{}, ...choosing].some((options) => {
        const known = knownOptions(source, target, chooseEngine(source, target, options), options);
        return [...Object.keys(options), name].every((option) => Object.hasOwn(known, option));
      });
    const refused = catalogue().flatMap(({ format, convertsFrom, options }) =>
      Object.entries(options).flatMap(([name, { 'x-sources': sources = convertsFrom }]) =>
        sources
          .filter((source) => !isAccepted(source, format, name))
          .map((source) => `${name} of ${source} to ${format}`),
      ),
    );
    expect(refused).toEqual([]);
  });
});

describe('the successor of an engine', () => {
  const job = { originalFormat: 'pdf', targetFormat: 'txt', options: {}, secrets: {} } as const;

  it('is there for what both do', () => {
    expect(successorOf(job, poppler)).toBe(tesseract);
    expect(successorOf({ ...job, options: { pages: '1' }, secrets: { password: 'secret' } }, poppler)).toBe(tesseract);
    expect(successorOf({ ...job, targetFormat: 'html' }, poppler)).toBe(tesseract);
    expect(successorOf({ ...job, targetFormat: 'svg' }, poppler)).toBeUndefined();
  });

  it('is none where it lacks an option, is ruled out, or is not available', () => {
    expect(successorOf({ ...job, options: { text_layout: 'page' } }, poppler)).toBeUndefined();
    expect(successorOf({ ...job, options: { ocr: 'off' } }, poppler)).toBeUndefined();
    vi.stubEnv('ENGINES', 'poppler');
    expect(successorOf(job, poppler)).toBeUndefined();
  });
});
