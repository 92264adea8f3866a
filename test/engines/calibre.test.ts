import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { XML, zip } from '../documents/package.ts';
import { lookAt } from '../documents/read-result.ts';
import { BOOK, book as committedBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { textOfBook } from '../ebooks/read-book.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

/** Each job is a process of its own: as many run at once as there are hosts. */
const AT_ONCE = { timeout: 300_000, concurrent: true } as const;
const [WORD] = BOOK.words;
/** The book of the tests, or a part of it, in a format: see the README beside it. */
const sourceOf = (format: FormatName) => committedBook(`book.${format}`);
const PAIRS = coveringPairs(calibre.conversions);

describe.each(Object.keys(calibre.conversions) as FormatName[])('%s', (source) => {
  it.each(PAIRS[source] ?? [])('is detected, and becomes %s', AT_ONCE, async (target) => {
    expect(await detectFormat(sourceOf(source), `book.${source}`)).toBe(source);
    const book = await convertWithCalibre(sourceOf(source), source, target);
    const text = await textOfBook(book, target);
    for (const word of BOOK.words) expect(text).toContain(word);
    expect(await detectFormat(book, `result.${target}`)).toBe(target);
  });
});

it.each(['azw3', 'mobi'] as const)(
  'a book as %s keeps what is known of it, as libmobi reads it',
  AT_ONCE,
  async (to) => {
    const made = await convertWithCalibre(sourceOf('epub'), 'epub', to);
    const files = unzip((await convertBytes(pandoc, made, [to, 'epub'])).file);
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

  it('are read as text', AT_ONCE, async () => {
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
  const CUT = ['azw3', 'mobi', 'lit', 'lrf', 'pdb', 'rb', 'epub', 'tcr', 'chm'] as const;

  it.each(CUT)('is truncated: %s', AT_ONCE, async (format) => {
    const file = sourceOf(format);
    const part = format === 'tcr' || format === 'chm' ? 200 : file.length * 0.9;
    const target = format === 'azw3' ? 'mobi' : 'azw3';
    expect(await codeOf(convertWithCalibre(file.subarray(0, part), format, target))).toBe('UNREADABLE_FILE');
  });

  it('has a damaged part', AT_ONCE, async () => {
    const damaged = committedBook('damaged-part.docx');
    expect(await codeOf(convertWithCalibre(damaged, 'docx', 'azw3'))).toBe('UNREADABLE_FILE');
  });

  it('is encrypted, with a message about DRM', AT_ONCE, async () => {
    const locked = committed('books/files/hostile/locked.mobi.gz');
    await expectRefused(convertWithCalibre(locked, 'mobi', 'azw3'), 'UNREADABLE_FILE', 'DRM');
  });

  it('is a zip of 300 MB', AT_ONCE, async () => {
    const bomb = committedBook('300-MB.epub.gz');
    expect(await codeOf(convertWithCalibre(bomb, 'epub', 'azw3'))).toMatch(/UNREADABLE_FILE|TOO_COMPLEX/);
  });
});
