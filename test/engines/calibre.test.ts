import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { docx } from '../documents/office-open-xml.ts';
import { openDocument, paragraphs } from '../documents/open-document.ts';
import { lookAt } from '../documents/read-result.ts';
import { BOOK, book as committedBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { textOfBook } from '../ebooks/read-book.ts';
import { readMobipocket } from '../ebooks/read-mobipocket.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** Each job is a process of its own: as many run at once as there are hosts. */
const AT_ONCE = { timeout: 180_000, concurrent: true } as const;
const TEXT = `Ein ${BOOK.words.join(' und ')}.`;

stopEnginesAfterwards();

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
    it('is known by what is in it', AT_ONCE, async () => {
      expect(await detectFormat(await sourceOf(source), `book.${source}`)).toBe(source);
    });

    it.each(PAIRS[source] ?? [])('becomes %s', AT_ONCE, async (target) => {
      const book = await convertWithCalibre(await sourceOf(source), source, target);
      const text = await textOfBook(book, target);
      for (const word of BOOK.words) expect(text).toContain(word);
      expect(await detectFormat(book, `result.${target}`)).toBe(target);
    });
  });

  it.each(['PalmDOC.pdb', 'zTXT.pdb'] as const)('reads %s', AT_ONCE, async (name) => {
    const file = committedBook(name);
    expect(await detectFormat(file, 'book')).toBe('pdb');
    expect(await textOfBook(await convertWithCalibre(file, 'pdb', 'epub'), 'epub')).toContain(BOOK.words[0]);
  });
});

describe('a book for Kindle', () => {
  const VERSIONS = { azw3: 8, mobi: 6 } as const;
  /** The older kind has large letters in the place of headings. */
  const HEADINGS = { azw3: '<h1[^>]*>', mobi: '<font size="[67]">' } as const;

  it.each(['azw3', 'mobi'] as const)('keeps what is known of it as %s', AT_ONCE, async (format) => {
    const book = readMobipocket(await sourceOf(format));
    const { title, author, language } = BOOK;
    expect(book).toMatchObject({ version: VERSIONS[format], title, author, language });
    for (const chapter of BOOK.chapters) {
      expect(book.contents).toContain(chapter);
      expect(book.text).toMatch(new RegExp(`${HEADINGS[format]}(<[^>]+>)*${chapter}`));
    }
    expect(book.text.match(/<img|<image/g)).toHaveLength(2);
    expect(await lookAt(book.cover as Buffer)).toMatchObject({ width: 300, height: 400, blank: false });
  });

  it.each([
    ['azw3', 'mobi'],
    ['mobi', 'azw3'],
  ] as const)('keeps it from %s to %s', AT_ONCE, async (from, to) => {
    const book = readMobipocket(await convertWithCalibre(await sourceOf(from), from, to));
    const { title, author, language } = BOOK;
    expect(book).toMatchObject({ version: VERSIONS[to], title, author, language });
    for (const chapter of BOOK.chapters) expect(book.contents).toContain(chapter);
    expect(await lookAt(book.cover as Buffer)).toMatchObject({ blank: false });
  });
});

describe('what is known of a book', () => {
  it.each(['lit', 'lrf', 'rb', 'pdb'] as const)('comes out of %s again', AT_ONCE, async (format) => {
    const files = unzip(await convertWithCalibre(await sourceOf(format), format, 'epub'));
    const package_ = String(files.get('content.opf'));
    expect(package_).toContain(`<dc:title>${BOOK.title}</dc:title>`);
    expect(package_).toContain(`>${BOOK.author}</dc:creator>`);
    if (format !== 'rb') for (const chapter of BOOK.chapters) expect(String(files.get('toc.ncx'))).toContain(chapter);
  });

  it('is not made up', AT_ONCE, async () => {
    const files = unzip(await convertWithCalibre(await sourceOf('tcr'), 'tcr', 'epub'));
    expect(String(files.get('content.opf'))).toContain('<dc:language>und</dc:language>');
    expect([...files.keys()].filter((name) => /cover|\.jpe?g$/.test(name))).toEqual([]);
  });
});

it('does not make question marks of letters that a format does not have', AT_ONCE, async () => {
  const refused = convertWithCalibre('文件转换服务\n', 'txt', 'pdb');
  await expect(refused).rejects.toThrow(ConversionError);
  await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
});
