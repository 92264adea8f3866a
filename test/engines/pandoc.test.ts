import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { SOURCES as OFFICE, type Source } from '../../functions/engines/office/families.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { epub } from '../documents/epub.ts';
import { BIBLIOGRAPHIES, LITERATURE, MARKUP, MORE, SAID } from '../documents/markup.ts';
import { textOf } from '../documents/read-result.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000 });
const documents: readonly string[] = Object.keys(pandoc.conversions).filter((format) => Object.hasOwn(OFFICE, format));

/** A source of each format. */
const SOURCES: Readonly<Record<string, () => string | Buffer | Promise<Buffer>>> = {
  ...Object.fromEntries(Object.entries({ ...MARKUP, ...BIBLIOGRAPHIES }).map(([format, text]) => [format, () => text])),
  ...Object.fromEntries(documents.map((format) => [format, () => sampleOf(format as Source)])),
  // Kindle books, which only pandoc's engine reads.
  mobi: () => committed('books/files/sentence.mobi'),
  azw3: () => committed('books/files/sentence.azw3'),
};
const PAIRS = coveringPairs(pandoc.conversions);

const TABLE = MORE.cells[2];
/** Words of a source that have to be in what it becomes. */
function saidIn(source: FormatName, content: string | Buffer): string[] {
  if (Object.hasOwn(BIBLIOGRAPHIES, source)) return ['mgang', LITERATURE.author, LITERATURE.year];
  if (documents.includes(source)) return [wordOf(source as Source)];
  if (!Object.hasOwn(MARKUP, source)) return [WORD, 'zwei'];
  const words = [SAID.text, SAID.strong, ...SAID.entries, SAID.linked, SAID.code].flatMap((each) => each.split(' '));
  return [...words, ...[TABLE, MORE.note.split(' ')[1] ?? ''].filter((word) => content.includes(word))];
}

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
  describe.each(Object.entries(SOURCES))('%s', (name, make) => {
    const source = name as FormatName;
    it.each(PAIRS[source] ?? [])('becomes %s', async (target) => {
      const content = await make();
      const { format, file } = await convertBytes(pandoc, content, [source, target]);
      expect([target, ...(documents.includes(name) ? ['zip'] : [])]).toContain(format);
      const found = wordsOf(file, format).toLowerCase();
      for (const word of saidIn(source, content))
        if (!(word === TABLE && target === 'opml')) expect(found).toContain(word.toLowerCase());
    });
  });

  it('reads RIS with lines before entries, and fields of several lines', async () => {
    const entries = ['TY  - JOUR\nT1  - One\nAB  - a\nb\n\nc\nER  - \n', 'TY  - JOUR\r\nT1  - Two\r\nER  -\r\n'];
    for (const before of ['', '\n\n\n', 'Provider: x\nContent: text/plain\n\n'])
      expect(await titlesOf(before + entries.join('\n\n'), 'ris')).toEqual(['One', 'Two']);
  });

  it('reads BibTeX with entries without a key, or with spaces in it', async () => {
    const entries = '@book{,\n title = {One}\n}\n@Misc{Doe 2001,\n title = {Two}\n}\n@book{c, title = {Three @x}}\n';
    expect(await titlesOf(entries, 'bib')).toEqual(['One', 'Two', 'Three @x']);
  });

  const titlesOf = async (list: string, source: 'bib' | 'ris') => {
    const { file } = await convertBytes(pandoc, list, [source, 'csljson']);
    return (JSON.parse(file.toString()) as { title: string }[]).map(({ title }) => title);
  };

  it('decodes FictionBook as it declares, and keeps its pictures and its cover', async () => {
    const book = committed('documents/files/windows-1251.fb2');
    const { file } = await convertBytes(pandoc, book, ['fb2', 'html']);
    expect(file.toString()).toMatch(/<img [^>]*src="data:image\/png[\s\S]*Дама/);
  });
});

/** What a document must not get hold of, though the jail lets pandoc read it: a file of its layer, and the source. */
const FILES = [join(unpackedLayer('pandoc'), 'data/docbook-entities.txt'), '../../in/source'];
/** Words of these files. */
const SECRETS = /CounterClockwiseContourIntegral|counterclockwise|pandoc-api-version/;

/** Ways to take a file into a document, by the format whose readers know of it. */
const INCLUDING = Object.entries(JSON.parse(String(committed('engines/hostile/including-texts.json')))) as [
  FormatName,
  string[],
][];

/** Text, a file that is written in the sandbox with pictures, and those that are not. */
const TARGETS = ['html', 'epub', 'docx', 'ipynb'] as const;

/** What came of it, as text; what cannot be converted has shown nothing. */
async function shown(source: string, from: FormatName, to: FormatName): Promise<string> {
  try {
    const { format, file } = await convertBytes(pandoc, source, [from, to]);
    const parts =
      format === 'docx' || format === 'odt' || format === 'epub' ? [...unzip(file).values()].join('\n') : '';
    // Notebooks hold pictures as base64.
    const held = [...file.toString().matchAll(/[A-Za-z0-9+/]{60,}/g)].map(([text]) =>
      Buffer.from(text, 'base64').toString(),
    );
    return `${textOf(file, format)}${parts}${held.join('\n')}`;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'UNSUPPORTED_CONVERSION' && code !== 'UNREADABLE_FILE') throw error;
    return '';
  }
}

it('a document that names a file would show it without our sandbox: the control', async () => {
  await unpackLayer('pandoc');
  const layer = unpackedLayer('pandoc');
  const [program = '', ...args] = layerProgram('pandoc', 'bin/pandoc', layer).command;
  const env = { pandoc_datadir: layer, LC_ALL: 'C.UTF-8' };
  const input = `.. include:: ${FILES[0]}\n`;
  expect(String(execFileSync(program, [...args, '-f', 'rst', '-t', 'html'], { input, env }))).toMatch(SECRETS);
});

it.each(INCLUDING)('a document in %s that names a file does not show it', async (from, ways) => {
  const targets = TARGETS.filter((to) => to !== (from as string));
  /** Each way with each file and with each target, though not with all pairs of them. */
  const tried = FILES.flatMap((path, file) =>
    ways.map(
      (text, way) => [text.replaceAll('{path}', path), targets[(file + way) % targets.length] as FormatName] as const,
    ),
  );
  for (const [source, to] of tried) expect(await shown(source, from, to), `${to}: ${source}`).not.toMatch(SECRETS);
});

it.each<[FormatName, string]>([
  ['rst', 'Text\n\n.. include:: chapter.rst\n'],
  ['org', 'Text\n\n#+INCLUDE: "chapter.org"\n'],
  ['tex', '\\begin{document}Text \\input{chapter}\\end{document}'],
  ['typ', 'Text\n\n#include "chapter.typ"\n'],
  ['man', '.TH A 1\n.SH A\ntext\n.so man1/b.1\n'],
])('a document in %s is refused where it would lose an included file', async (from, source) => {
  const conversion = convertBytes(pandoc, source, [from, 'html']);
  await expect(conversion).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
});

describe('a document that keeps pandoc busy', () => {
  const steps = Array.from({ length: 40 }, (_, at) => at);
  const macros = steps.map((at) => `\\newcommand{\\a${letters(at + 1)}}{\\a${letters(at)}\\a${letters(at)}}`);
  const entities = steps.map((at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`);
  const BUSY: readonly (readonly [string, FormatName, () => string | Promise<Buffer>])[] = [
    ['brackets', 'md', () => `${'['.repeat(20_000)}\n`],
    ['macros that double', 'tex', () => `${macros.join('\n')}\n\\newcommand{\\a${letters(0)}}{x}\\a${letters(40)}`],
    ['a loop', 'typ', () => '#while true [x]\n'],
    [
      'entities that double',
      'dbk',
      () => `<!DOCTYPE article [<!ENTITY a0 "x">${entities.join('')}]><article><para>&a40;</para></article>`,
    ],
    ['elements in each other', 'html', () => '<div><p>'.repeat(20_000)],
    [
      'a cell over all columns',
      'html',
      () => '<table><tr><td colspan="100000000" rowspan="100000000">a</td></tr></table>',
    ],
    ['ticks', 'md', () => `~~~\n${'`'.repeat(1_000_000)}\n~~~\n`],
    ['a bomb', 'epub', () => epub(['a '.repeat(5_000_000)])],
  ];

  it.each(BUSY)('%s in %s ends', async (_, from, make) => {
    const outcome = await convertBytes(briefly(pandoc), await make(), [from, from === 'md' ? 'rst' : 'md']).then(
      ({ file }) => (file.length < 100_000_000 ? 'done' : 'too large'),
      (error: { code?: string }) => error.code,
    );
    expect(['done', 'TOO_COMPLEX', 'UNREADABLE_FILE']).toContain(outcome);
  });

  function letters(number: number): string {
    return number.toString().replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
  }
});
