import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { docx } from '../documents/office-open-xml.ts';
import { openDocument, paragraphs } from '../documents/open-document.ts';
import { XML, zip } from '../documents/package.ts';
import { lookAt } from '../documents/read-result.ts';
import { BOOK, book as committedBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { palmDatabase, palmRecords } from '../ebooks/palm-database.ts';
import { textOfBook } from '../ebooks/read-book.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

/** Each job is a process of its own: as many run at once as there are hosts. */
const AT_ONCE = { timeout: 300_000, concurrent: true } as const;
const TEXT = `Ein ${BOOK.words.join(' und ')}.`;
const [WORD] = BOOK.words;
/** Of these there are books by the engine, whose results another test looks at. */
const MADE = ['azw3', 'mobi', 'lit', 'lrf', 'pdb', 'rb'] as const;
const COMMITTED = ['epub', 'fb2', 'tcr', 'chm', 'htmlz', 'txtz', 'pmlz'] as const;

/** A source of each format. */
const SOURCES: Partial<Record<FormatName, () => Promise<Buffer>>> = {
  docx: () => docx([TEXT]),
  odt: () => openDocument('text', paragraphs([TEXT])),
  html: async () => Buffer.from(`<!doctype html><meta charset="utf-8"><title>t</title><p>${TEXT}</p>`),
  md: async () => Buffer.from(`# Titel\n\n${TEXT}\n`),
  txt: async () => Buffer.from(`${TEXT}\n`),
  rtf: async () => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${TEXT.replaceAll('ä', "\\'e4")}\\par}`),
  ...Object.fromEntries(COMMITTED.map((format) => [format, async () => committedBook(`book.${format}`)])),
  ...Object.fromEntries(
    MADE.map((format) => [format, () => convertWithCalibre(committedBook('book.epub'), 'epub', format)]),
  ),
};

const known = new Map<FormatName, Promise<Buffer>>();

/** The source of a format, made once. */
function sourceOf(format: FormatName): Promise<Buffer> {
  const source = known.get(format) ?? (SOURCES[format] as () => Promise<Buffer>)();
  known.set(format, source);
  return source;
}

const PAIRS = coveringPairs(calibre.conversions);

it('there is a book of each format that calibre reads', () => {
  expect(Object.keys(SOURCES).sort()).toEqual(Object.keys(calibre.conversions).sort());
});

describe.each(Object.keys(SOURCES) as FormatName[])('%s', (source) => {
  it.each(PAIRS[source] ?? [])('is detected, and becomes %s', AT_ONCE, async (target) => {
    expect(await detectFormat(await sourceOf(source), `book.${source}`)).toBe(source);
    const book = await convertWithCalibre(await sourceOf(source), source, target);
    const text = await textOfBook(book, target);
    for (const word of BOOK.words) expect(text).toContain(word);
    expect(await detectFormat(book, `result.${target}`)).toBe(target);
  });
});

it.each(['azw3', 'mobi'] as const)(
  'a book as %s keeps what is known of it, as libmobi reads it',
  AT_ONCE,
  async (to) => {
    const files = unzip((await convertBytes(pandoc, await sourceOf(to), [to, 'epub'])).file);
    const all = [...files.values()].map(String).join('\n');
    for (const word of [BOOK.title, BOOK.author, ...BOOK.chapters]) expect(all).toContain(word);
    const pictures = [...files].filter(([name]) => /\.(jpe?g|png|gif)$/.test(name)).map(([, file]) => lookAt(file));
    expect((await Promise.all(pictures)).some(({ blank }) => !blank)).toBe(true);
  },
);

it('refuses letters that a format cannot hold, instead of writing question marks', AT_ONCE, async () => {
  expect(await codeOf(convertWithCalibre('文件转换服务\n', 'txt', 'pdb'))).toBe('UNSUPPORTED_CONVERSION');
});

/** A book with one page and what its list of files says beside it. */
function book(page: string, items = '', files: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>t</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>${items}</manifest><spine><itemref idref="a"/></spine></package>`,
    'a.xhtml': page,
    ...files,
  });
}

const page = (body: string) =>
  `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>${WORD}</p>${body}</body></html>`;

describe('a file of the machine', () => {
  /** One of calibre's own, which the jail lets it read, other than those of the machine. */
  const path = join(layerFolder('calibre'), 'resources/mime.types');
  const up = `../../../../../../../../..${path}`;
  const entity = (name: string) => `<!DOCTYPE ${name} [<!ENTITY x SYSTEM "file://${path}">]>`;

  it.each<[string, FormatName, () => Promise<Buffer> | string]>([
    ['a picture of a page', 'html', () => page(`<img src="file://${path}"/><img src="${up}"/>`)],
    ['an entity of a page', 'html', () => `${entity('html')}${page('&x;')}`],
    [
      'an entity of a FictionBook',
      'fb2',
      () =>
        `<?xml version="1.0"?>${entity('FictionBook')}<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>${WORD} &x;</p></section></body></FictionBook>`,
    ],
    [
      'a file of a book',
      'epub',
      () =>
        book(
          page(`<img src="${up}"/>`),
          `<item id="b" href="${up}" media-type="text/plain"/><item id="c" href="file://${path}" media-type="image/png"/>`,
        ),
    ],
    [
      'a drawing of a book',
      'epub',
      () =>
        book(page('<img src="s.svg"/>'), '<item id="s" href="s.svg" media-type="image/svg+xml"/>', {
          's.svg': `${entity('svg')}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><text>&x;</text><image xlink:href="${path}"/></svg>`,
        }),
    ],
    [
      'a help file',
      'chm',
      async () => {
        // It has a place for 200 letters; further slashes change nothing.
        const text = committedBook('names-a-file.chm').toString('latin1');
        return Buffer.from(text.replaceAll('X'.repeat(200), up.replace('/', '/'.repeat(201 - up.length))), 'latin1');
      },
    ],
  ])('does not come in by %s', AT_ONCE, async (_, format, make) => {
    const made = await convertWithCalibre(await make(), format, 'htmlz');
    const text = await textOfBook(made, 'htmlz');
    expect(text).toContain(WORD);
    expect(text.replaceAll(path, '').replaceAll(up, '')).not.toMatch(
      /root:|application\/x-mobipocket|TMPDIR|\/etc\/passwd/,
    );
  });
});

describe('programs', () => {
  const RECIPE = `from calibre.web.feeds.news import BasicNewsRecipe\nclass R(BasicNewsRecipe):\n    title = '${WORD}'\n`;

  it('are read as text, whatever their name is', AT_ONCE, async () => {
    expect(await codeOf(convertWithCalibre(RECIPE, 'recipe' as FormatName, 'txt'))).toBe('UNREADABLE_FILE');
    expect(await textOfBook(await convertWithCalibre(RECIPE, 'txt', 'htmlz'), 'htmlz')).toContain('BasicNewsRecipe');
  });

  it('are not in the layer', () => {
    const files = readdirSync(join(layerFolder('calibre'), 'python/calibre'), { recursive: true }).map(String);
    expect(files.some((file) => /recipe_input|web\/|gui2|devices\/(?!__init__|interface|errors)/.test(file))).toBe(
      false,
    );
    expect(files).toContain('ebooks/conversion/plumber.pyc');
    expect(existsSync(join(layerFolder('calibre'), 'bin/python3.13'))).toBe(true);
  });
});

describe('a book that is refused', () => {
  // That whole ones are read, the pairs say of the same books.
  it.each([...MADE, 'epub', 'tcr', 'chm'] as const)('is truncated: %s', AT_ONCE, async (format) => {
    const file = await sourceOf(format);
    const part = format === 'tcr' || format === 'chm' ? 200 : file.length * 0.9;
    const target = format === 'azw3' ? 'mobi' : 'azw3';
    expect(await codeOf(convertWithCalibre(file.subarray(0, part), format, target))).toBe('UNREADABLE_FILE');
  });

  it('has a damaged part', AT_ONCE, async () => {
    const book = Object.fromEntries(unzip(await docx([TEXT])));
    const properties =
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties" Target="app.xml"/>';
    const damaged = await zip({
      ...book,
      '_rels/.rels': String(book['_rels/.rels']).replace('</Relationships>', `${properties}$&`),
      'app.xml': '<?xml version="1.0" encoding="UTF-99"?><a/>',
    });
    expect(await codeOf(convertWithCalibre(damaged, 'docx', 'azw3'))).toBe('UNREADABLE_FILE');
  });

  it('is encrypted, with a message about DRM', AT_ONCE, async () => {
    const records = palmRecords(await sourceOf('mobi')).map((record) => Buffer.from(record));
    records[0]?.writeUInt16BE(2, 12);
    const locked = palmDatabase('Book', 'BOOKMOBI', records);
    await expectRefused(convertWithCalibre(locked, 'mobi', 'azw3'), 'UNREADABLE_FILE', 'DRM');
  });

  it('is a zip of 300 MB', AT_ONCE, async () => {
    const bomb = await book(page(''), '<item id="b" href="b.txt" media-type="text/plain"/>', {
      'b.txt': Buffer.alloc(300_000_000),
    });
    expect(await codeOf(convertWithCalibre(bomb, 'epub', 'azw3'))).toMatch(/UNREADABLE_FILE|TOO_COMPLEX/);
  });
});
