import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { docx } from '../documents/office-open-xml.ts';
import { openDocument, paragraphs } from '../documents/open-document.ts';
import { lookAt } from '../documents/read-result.ts';
import { BOOK, book as committedBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { textOfBook } from '../ebooks/read-book.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** Each job is a process of its own: as many run at once as there are hosts. */
const AT_ONCE = { timeout: 180_000, concurrent: true } as const;
const TEXT = `Ein ${BOOK.words.join(' und ')}.`;

/** A source of each format: made by hand, or of a book by the engine, whose result another test looks at. */
const SOURCES: Partial<Record<FormatName, () => Promise<Buffer>>> = {
  epub: async () => committedBook('book.epub'),
  fb2: async () => committedBook('book.fb2'),
  docx: () => docx([TEXT]),
  odt: () => openDocument('text', paragraphs([TEXT])),
  html: async () => Buffer.from(`<!doctype html><meta charset="utf-8"><title>t</title><p>${TEXT}</p>`),
  md: async () => Buffer.from(`# Titel\n\n${TEXT}\n`),
  txt: async () => Buffer.from(`${TEXT}\n`),
  rtf: async () => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${TEXT.replaceAll('ä', "\\'e4")}\\par}`),
  ...made('azw3', 'mobi', 'lit', 'lrf', 'pdb', 'rb'),
  tcr: async () => committedBook('book.tcr'),
  chm: async () => committedBook('book.chm'),
  htmlz: async () => committedBook('book.htmlz'),
  txtz: async () => committedBook('book.txtz'),
  pmlz: async () => committedBook('book.pmlz'),
};

const known = new Map<FormatName, Promise<Buffer>>();

/** The source of a format, made once. */
function sourceOf(format: FormatName): Promise<Buffer> {
  const source = known.get(format) ?? (SOURCES[format] as () => Promise<Buffer>)();
  known.set(format, source);
  return source;
}

function made(...formats: readonly FormatName[]) {
  return Object.fromEntries(
    formats.map((format) => [format, async () => convertWithCalibre(await sourceOf('epub'), 'epub', format)]),
  );
}

const sources = Object.keys(calibre.conversions) as FormatName[];
const PAIRS = coveringPairs(calibre.conversions);

describe('the calibre engine', () => {
  it('has a sample of each format that it reads', () => {
    expect(Object.keys(SOURCES).sort()).toEqual([...sources].sort());
  });

  describe.each(sources)('%s', (source) => {
    it('is detected by its content', AT_ONCE, async () => {
      expect(await detectFormat(await sourceOf(source), `book.${source}`)).toBe(source);
    });

    it.each(PAIRS[source] ?? [])('becomes %s', AT_ONCE, async (target) => {
      const book = await convertWithCalibre(await sourceOf(source), source, target);
      const text = await textOfBook(book, target);
      for (const word of BOOK.words) expect(text).toContain(word);
      expect(await detectFormat(book, `result.${target}`)).toBe(target);
    });
  });
});

describe('a book for Kindle', () => {
  it.each(['azw3', 'mobi'] as const)(
    'keeps what is known of it as %s, as libmobi reads it',
    AT_ONCE,
    async (format) => {
      const files = unzip((await convertBytes(pandoc, await sourceOf(format), [format, 'epub'])).file);
      const all = [...files.values()].map(String).join('\n');
      for (const word of [BOOK.title, BOOK.author, ...BOOK.chapters]) expect(all).toContain(word);
      const pictures = [...files].filter(([name]) => /\.(jpe?g|png|gif)$/.test(name)).map(([, file]) => lookAt(file));
      expect((await Promise.all(pictures)).some(({ blank }) => !blank)).toBe(true);
    },
  );
});

it('refuses letters that a format cannot hold, instead of writing question marks', AT_ONCE, async () => {
  const refused = convertWithCalibre('文件转换服务\n', 'txt', 'pdb');
  await expect(refused).rejects.toThrow(ConversionError);
  await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
});
