import { marked } from 'marked';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { SOURCES, type Source } from '../../functions/engines/office/families.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { BIBLIOGRAPHIES, LITERATURE, MARKUP, MORE, SAID } from '../documents/markup.ts';
import { textOf } from '../documents/read-result.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { plain } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 180_000 });
const markup = Object.keys(MARKUP) as (keyof typeof MARKUP)[];
const lists = Object.keys(BIBLIOGRAPHIES) as (keyof typeof BIBLIOGRAPHIES)[];
const documents = Object.keys(pandoc.conversions).filter((format) => Object.hasOwn(SOURCES, format)) as Source[];

/** Kindle books, which only pandoc's engine reads. */
const books = {
  mobi: () => committed('books/files/sentence.mobi'),
  azw3: () => committed('books/files/sentence.azw3'),
};

const PAIRS = coveringPairs(pandoc.conversions);
const targetsOf = (source: FormatName) => PAIRS[source] ?? [];

/** What a format writes otherwise than its text says: letters as numbers, spaces as elements. */
function wordsOf(file: Buffer, format: FormatName): string {
  const text = format === 'zip' ? [...unzip(file).values()].join('\n') : textOf(file, format);
  const letters = text
    .replace(/\\u(\d+) ?(?:\?|\\'[0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\\'([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x?([0-9a-f]+);/gi, ' ');
  // Some formats put words into tags: they count as well as what stands between tags.
  return `${letters.replace(/<[^<>]*>|\\[a-z]+\d*/g, ' ')} ${letters}`.replace(/\s+/g, ' ');
}

describe('the pandoc engine', () => {
  it('has a sample of each format that it reads', () => {
    expect([...markup, ...lists, ...documents, ...Object.keys(books)].sort()).toEqual(
      Object.keys(pandoc.conversions).sort(),
    );
  });

  it.each(markup)('detects %s by its content or its name', async (source) => {
    expect(await detectFormat(Buffer.from(MARKUP[source]), `sample.${source}`)).toBe(source);
  });

  describe.each(markup)('%s', (source) => {
    it.each(targetsOf(source))('becomes %s', async (target) => {
      const { format, file } = await convertBytes(pandoc, MARKUP[source], [source, target]);
      expect(format).toBe(target);
      const words = wordsOf(file, format);
      const said = [SAID.text, SAID.strong, ...SAID.entries, SAID.linked, SAID.code];
      for (const word of said.flatMap((each) => each.split(' '))) expect(words).toContain(word);
      if (MARKUP[source].includes(MORE.cells[2]) && target !== 'opml') expect(words).toContain(MORE.cells[2]);
      if (MARKUP[source].includes(MORE.note)) expect(words).toContain('Fußnote');
    });
  });

  describe.each(lists)('%s', (source) => {
    it.each(targetsOf(source))('becomes %s', async (target) => {
      const { format, file } = await convertBytes(pandoc, BIBLIOGRAPHIES[source], [source, target]);
      expect(format).toBe(target);
      const words = wordsOf(file, format);
      for (const word of ['mgang', ...[LITERATURE.author, LITERATURE.year]]) expect(words).toContain(word);
    });
  });

  describe('bibliographies of other programs', () => {
    const titlesOf = async (list: string, source: 'bib' | 'ris') => {
      const { file } = await convertBytes(pandoc, list, [source, 'csljson']);
      return (JSON.parse(file.toString()) as { title: string }[]).map(({ title }) => title);
    };

    it('may have lines before entries, and fields of several lines', async () => {
      const entries = ['TY  - JOUR\nT1  - One\nAB  - a\nb\n\nc\nER  - \n', 'TY  - JOUR\r\nT1  - Two\r\nER  -\r\n'];
      for (const before of ['', '\n\n\n', 'Provider: x\nContent: text/plain\n\n'])
        expect(await titlesOf(before + entries.join('\n\n'), 'ris')).toEqual(['One', 'Two']);
    });

    it('may have entries without a key, or with spaces in it', async () => {
      const entries = '@book{,\n title = {One}\n}\n@Misc{Doe 2001,\n title = {Two}\n}\n@book{c, title = {Three, @x}}\n';
      expect((await titlesOf(entries, 'bib')).map((title) => title.split(',')[0])).toEqual(['One', 'Two', 'Three']);
    });
  });

  describe.each(documents)('%s', (source) => {
    it.each(targetsOf(source))('becomes %s', async (target) => {
      const { format, file } = await convertBytes(pandoc, await sampleOf(source), [source, target]);
      expect([target, 'zip']).toContain(format);
      expect(wordsOf(file, format).toLowerCase()).toContain(wordOf(source).toLowerCase());
    });
  });

  describe('FictionBook', () => {
    const cyrillic = Buffer.from([...'Дама'].map((letter) => letter.charCodeAt(0) - 0x350));

    it('is decoded as it declares, and keeps its pictures', async () => {
      const binary = `<binary id="a" content-type="image/png">${(await plain('red', 10, 10)).toString('base64')}</binary>`;
      const [before, after] =
        `<?xml version="1.0" encoding="windows-1251"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><body><section><p>|</p><image l:href="#a"/></section></body>${binary}</FictionBook>`.split(
          '|',
        );
      const book = Buffer.concat([Buffer.from(before as string), cyrillic, Buffer.from(after as string)]);
      const document = unzip((await convertBytes(pandoc, book, ['fb2', 'docx'])).file);
      expect(document.get('word/document.xml')?.toString()).toContain('Дама');
      expect([...document.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    });

    it('begins with its cover', async () => {
      const binary = `<binary id="c" content-type="image/png">${(await plain('red', 10, 10)).toString('base64')}</binary>`;
      const cover = '<coverpage><image l:href="#c"></image></coverpage>';
      const book = `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>${cover}</title-info></description><body><section><p>Text</p></section></body>${binary}</FictionBook>`;
      const page = (await convertBytes(pandoc, Buffer.from(book), ['fb2', 'html'])).file.toString();
      expect(page).toMatch(/<img [^>]*src="data:image\/png[\s\S]*Text/);
    });
  });

  describe.each(Object.keys(books) as (keyof typeof books)[])('%s', (source) => {
    it.each(targetsOf(source))('becomes %s', async (target) => {
      const { format, file } = await convertBytes(pandoc, books[source](), [source, target]);
      expect(format).toBe(target);
      for (const word of [WORD, 'zwei']) expect(wordsOf(file, format)).toContain(word);
    });
  });

  describe.each(['rst', 'org', 'mediawiki', 'dbk'] as const)('Markdown of %s', (source) => {
    it('keeps headings, lists, links and code', async () => {
      const { file } = await convertBytes(pandoc, MARKUP[source], [source, 'md']);
      const page = await marked.parse(file.toString());
      expect(page).toContain(`>${SAID.heading}</h1>`);
      for (const entry of SAID.entries) expect(page).toContain(`<li>${entry}</li>`);
      expect(page).toMatch(new RegExp(`<a href="${SAID.link}\\.?"[^>]*>${SAID.linked}</a>`));
      expect(page).toContain(`<strong>${SAID.strong}</strong>`);
      expect(page).toMatch(/<pre><code[^>]*>\s*make install\n/);
      if (MARKUP[source].includes(MORE.cells[2]))
        expect(page).toMatch(/<th[^>]*>Name<\/th>[\s\S]*<td[^>]*>Adler<\/td>/);
    });
  });
});
