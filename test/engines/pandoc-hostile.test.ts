import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { toolSeconds } from '../../functions/engines/seconds-for-size.ts';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { epub } from '../documents/epub.ts';
import { textOf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000 });
/** What a document must not get hold of: a file that the jail keeps from it, one that it lets pandoc read, and the source. */
const FILES = ['/etc/passwd', join(unpackedLayer('pandoc'), 'data/docbook-entities.txt'), '../../in/source'];
/** Words of these files. */
const SECRETS = /root:|CounterClockwiseContourIntegral|counterclockwise|pandoc-api-version/;

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

describe('a document that names a file', () => {
  it('would show it without our sandbox: the control', async () => {
    await unpackLayer('pandoc');
    const layer = unpackedLayer('pandoc');
    const [program = '', ...args] = layerProgram('pandoc', 'bin/pandoc', layer).command;
    const input = `.. include:: ${FILES[1]}\n`;
    expect(
      execFileSync(program, [...args, '-f', 'rst', '-t', 'html'], {
        input,
        env: { pandoc_datadir: layer, LC_ALL: 'C.UTF-8' },
      }).toString(),
    ).toMatch(SECRETS);
  });

  describe.each(INCLUDING)('in %s', (from, ways) => {
    const targets = TARGETS.filter((to) => to !== (from as string));
    /** Each way with each file and with each target, though not with all pairs of them. */
    const tried = FILES.flatMap((path, file) =>
      ways.map(
        (text, way) => [text.replaceAll('{path}', path), targets[(file + way) % targets.length] as FormatName] as const,
      ),
    );

    it('does not show it', async () => {
      for (const [source, to] of tried) expect(await shown(source, from, to), `${to}: ${source}`).not.toMatch(SECRETS);
    });
  });

  it('is refused where it would lose an included file', async () => {
    const refused = (source: string, from: FormatName) =>
      expect(convertBytes(pandoc, source, [from, 'html']), source).rejects.toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
      });
    await refused('Text\n\n.. include:: chapter.rst\n', 'rst');
    await refused('Text\n\n#+INCLUDE: "chapter.org"\n', 'org');
    await refused('\\begin{document}Text \\input{chapter}\\end{document}', 'tex');
    await refused('Text\n\n#include "chapter.typ"\n', 'typ');
    await refused('.TH A 1\n.SH A\ntext\n.so man1/b.1\n', 'man');
  });
});

describe('a document that keeps pandoc busy', () => {
  const many = (text: string, count: number) => text.repeat(count);
  const BUSY: readonly (readonly [string, FormatName, () => string | Promise<Buffer>])[] = [
    ['brackets', 'md', () => `${many('[', 20_000)}\n`],
    [
      'macros that double',
      'tex',
      () =>
        `${Array.from({ length: 40 }, (_, at) => `\\newcommand{\\a${letters(at + 1)}}{\\a${letters(at)}\\a${letters(at)}}`).join('\n')}\n\\newcommand{\\a${letters(0)}}{x}\\a${letters(40)}`,
    ],
    ['a loop', 'typ', () => '#while true [x]\n'],
    [
      'entities that double',
      'dbk',
      () =>
        `<!DOCTYPE article [<!ENTITY a0 "x">${Array.from({ length: 40 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`).join('')}]><article xmlns="http://docbook.org/ns/docbook"><para>&a40;</para></article>`,
    ],
    ['elements in each other', 'html', () => many('<div><p>', 20_000)],
    [
      'a cell over all columns',
      'html',
      () => '<table><tr><td colspan="100000000" rowspan="100000000">a</td></tr><tr><td>b</td></tr></table>',
    ],
    ['ticks', 'md', () => `~~~\n${many('`', 1_000_000)}\n~~~\n`],
    ['a bomb', 'epub', () => epub([many('a ', 20_000_000)])],
  ];

  it.each(BUSY)('%s in %s ends', async (_, from, make) => {
    const outcome = await convertBytes(briefly(pandoc), await make(), [from, from === 'md' ? 'rst' : 'md']).then(
      ({ file }) => (file.length < 100_000_000 ? 'done' : 'too large'),
      (error: { code?: string }) => error.code,
    );
    expect(['done', 'TOO_COMPLEX', 'UNREADABLE_FILE']).toContain(outcome);
  });

  it('as a small text has less time than a large one', () => {
    expect([0, 100_000, 100_000_000].map((size) => toolSeconds('pandoc', size))).toEqual([10, 13, 90]);
  });

  function letters(number: number): string {
    return number.toString().replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
  }
});
