import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { XML, zip } from '../documents/package.ts';
import { BOOK, book as committedBook } from '../ebooks/book.ts';
import { convertWithCalibre } from '../ebooks/convert-with-calibre.ts';
import { palmDatabase, palmRecords } from '../ebooks/palm-database.ts';
import { textOfBook } from '../ebooks/read-book.ts';

/** Each job is a process of its own: as many run at once as there are hosts. */
const AT_ONCE = { timeout: 300_000, concurrent: true } as const;

/** What a book must not get hold of: one of calibre's own files, which the jail lets it read, other than those of the machine. */
const FILES = [join(layerFolder('calibre'), 'resources/mime.types')];
const SECRETS = /root:|application\/x-mobipocket|TMPDIR|\/etc\/passwd/;
const [WORD] = BOOK.words;

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

const page = (body: string, head = '') =>
  `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body><p>${WORD}</p>${body}</body></html>`;

const failure = (file: Uint8Array | string, from: FormatName, to: FormatName = 'txt') =>
  convertWithCalibre(file, from, to).then(
    () => 'converted',
    (error: { code?: string }) => error.code,
  );

describe.each(FILES)('the file %s', (path) => {
  const up = `../../../../../../../../..${path}`;
  const ways: Readonly<Record<string, readonly [FormatName, () => Promise<Buffer | string>]>> = {
    'a picture of a page': ['html', async () => page(`<img src="file://${path}"/><img src="${up}"/>`)],
    'an entity of a page': ['html', async () => `<!DOCTYPE html [<!ENTITY x SYSTEM "file://${path}">]>${page('&x;')}`],
    'an entity of a FictionBook': [
      'fb2',
      async () =>
        `<?xml version="1.0"?><!DOCTYPE FictionBook [<!ENTITY x SYSTEM "file://${path}">]><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>${WORD} &x;</p></section></body></FictionBook>`,
    ],
    'a file of a book': [
      'epub',
      () =>
        book(
          page(`<img src="${up}"/>`),
          `<item id="b" href="${up}" media-type="text/plain"/><item id="c" href="file://${path}" media-type="image/png"/>`,
        ),
    ],
    'a drawing of a book': [
      'epub',
      () =>
        book(page('<img src="s.svg"/>'), '<item id="s" href="s.svg" media-type="image/svg+xml"/>', {
          's.svg': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${path}">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><text>&x;</text><image xlink:href="${path}"/></svg>`,
        }),
    ],
    'a help file': [
      'chm',
      async () => {
        // It has a place for 200 letters; further slashes change nothing.
        const text = committedBook('names-a-file.chm').toString('latin1');
        return Buffer.from(text.replaceAll('X'.repeat(200), up.replace('/', '/'.repeat(201 - up.length))), 'latin1');
      },
    ],
  };

  it.each(Object.keys(ways))('does not come in by %s', AT_ONCE, async (way) => {
    const [format, make] = ways[way] as (typeof ways)[string];
    const made = await convertWithCalibre(await make(), format, 'htmlz');
    const text = await textOfBook(made, 'htmlz');
    expect(text).toContain(WORD);
    expect(text.replaceAll(path, '').replaceAll(up, '')).not.toMatch(SECRETS);
    expect(made.toString('latin1')).not.toMatch(/root:x:/);
  });
});

describe('programs', () => {
  const RECIPE = `from calibre.web.feeds.news import BasicNewsRecipe\nclass R(BasicNewsRecipe):\n    title = '${WORD}'\n`;

  it('are read as text, whatever their name is', AT_ONCE, async () => {
    expect(await failure(RECIPE, 'recipe' as FormatName)).toBe('UNREADABLE_FILE');
    expect(
      String(await convertWithCalibre(RECIPE, 'txt', 'htmlz').then((made) => textOfBook(made, 'htmlz'))),
    ).toContain('BasicNewsRecipe');
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

describe('truncated books', () => {
  const whole = new Map<FormatName, Promise<Buffer>>();
  const wholeOf = (format: FormatName): Promise<Buffer> => {
    const made =
      whole.get(format) ??
      (format === 'epub'
        ? Promise.resolve(committedBook('book.epub'))
        : wholeOf('epub').then((file) => convertWithCalibre(file, 'epub', format)));
    whole.set(format, made);
    return made;
  };

  // That whole ones are read, the tests of pairs say of the same books.
  it.each(['azw3', 'mobi', 'lit', 'lrf', 'pdb', 'rb', 'epub'] as const)(
    'as %s are refused',
    AT_ONCE,
    async (format) => {
      const file = await wholeOf(format);
      const target = format === 'azw3' ? 'mobi' : 'azw3';
      expect(await failure(file.subarray(0, file.length * 0.9), format, target)).toBe('UNREADABLE_FILE');
    },
  );

  it.each(['tcr', 'chm'] as const)('%s', AT_ONCE, async (format) => {
    const file = committedBook(`book.${format}`);
    expect(await failure(file.subarray(0, 200), format)).toBe('UNREADABLE_FILE');
  });
});

describe('encrypted books', () => {
  it('are refused with a message about DRM', AT_ONCE, async () => {
    const mobi = await convertWithCalibre(committedBook('book.epub'), 'epub', 'mobi');
    const records = palmRecords(mobi).map((record) => Buffer.from(record));
    records[0]?.writeUInt16BE(2, 12);
    const locked = palmDatabase('Book', 'BOOKMOBI', records);
    await expect(convertWithCalibre(locked, 'mobi', 'azw3')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('DRM'),
    });
    records[0]?.writeUInt16BE(0, 12);
    expect(await failure(palmDatabase('Book', 'BOOKMOBI', records), 'mobi', 'azw3')).toBe('converted');
  });
});

describe('books that take too much', () => {
  it('are refused: a zip of half a gigabyte', AT_ONCE, async () => {
    const bomb = await book(page(''), '<item id="b" href="b.txt" media-type="text/plain"/>', {
      'b.txt': Buffer.alloc(500_000_000),
    });
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await failure(bomb, 'epub', 'azw3')).toMatch(/UNREADABLE_FILE|TOO_COMPLEX/);
  });
});
