import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { toolSeconds } from '../../functions/engines/seconds-for-size.ts';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { epub } from '../documents/epub.ts';
import { textOf } from '../documents/read-result.ts';
import { briefly, stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const TIME = 240_000;
/** What a document must not get hold of: a file that the jail keeps from it, one that it lets pandoc read, and the source. */
const FILES = ['/etc/passwd', join(unpackedLayer('pandoc'), 'data/docbook-entities.txt'), '../../in/source'];
/** Words of these files. */
const SECRETS = /root:|CounterClockwiseContourIntegral|counterclockwise|pandoc-api-version/;

/** What pandoc and its writers take for the name of a file where a document says so of itself. */
const NAMING = [
  ...['css', 'stylesheet', 'cover-image', 'epub-cover-image', 'bibliography', 'csl', 'citation-style', 'template'],
  ...['reference-doc', 'header-includes', 'include-before', 'include-after', 'resource-path', 'epub-fonts', 'filters'],
] as const;

/** Ways to take a file into a document, by the format whose readers know of it. */
const INCLUDING = {
  md: (path: string) => [
    `---\n${NAMING.map((name) => `${name}: ${path}`).join('\n')}\n---\n\nText\n`,
    `[a](${path}) and ![a](${path})\n`,
    `<iframe src="${path}"></iframe>\n\n<IFrame src="file://${path}">a</IFrame>\n\na <iframe/src="${path}"></iframe>\n`,
    `<img src="${path}"><video src="${path}"></video>\n\n\`\`\`{include="${path}" file="${path}"}\na\n\`\`\`\n`,
  ],
  html: (path: string) => [
    `${NAMING.map((name) => `<meta name="${name}" content="${path}">`).join('')}<p>Text</p>`,
    `<link rel="stylesheet" href="${path}"><iframe src="${path}"></iframe><embed src="${path}"><object data="${path}"></object>`,
    `<div include="${path}" src="${path}" file="${path}" background="${path}"><p data-src="${path}" style="background:url(${path})">a</p></div>`,
    `<pre include="${path}" class="include" file="${path}"><code>a</code></pre><svg><image href="${path}"/></svg>`,
  ],
  rst: (path: string) => [
    `.. include:: ${path}\n`,
    `.. csv-table:: T\n   :file: ${path}\n`,
    `.. raw:: html\n   :file: ${path}\n`,
    `.. literalinclude:: ${path}\n`,
    `.. image:: ${path}\n`,
    `:cover-image: ${path}\n:css: ${path}\n:stylesheet: ${path}\n:bibliography: ${path}\n:csl: ${path}\n\nText\n`,
  ],
  org: (path: string) => [
    `#+INCLUDE: "${path}"\n`,
    `#+INCLUDE: "${path}" src sh\n`,
    `#+SETUPFILE: ${path}\n`,
    `#+BIBLIOGRAPHY: ${path}\n`,
    `[[file:${path}]]\n`,
    `#+BEGIN_EXPORT html\n<img src="${path}"><video src="${path}" poster="${path}"></video>\n#+END_EXPORT\n`,
  ],
  tex: (path: string) => [
    `\\input{${path}}`,
    `\\include{${path}}`,
    `\\subfile{${path}}`,
    `\\verbatiminput{${path}}`,
    `\\lstinputlisting{${path}}`,
    `\\inputminted{sh}{${path}}`,
    `\\usepackage{${path}}Text`,
    `\\includegraphics{${path}}`,
    `\\bibliography{${path}}\\cite{x}`,
    `\\newread\\f\\openin\\f=${path} \\read\\f to\\l \\l`,
  ],
  typ: (path: string) => [
    `#include "${path}"\n`,
    `#read("${path}")\n`,
    `#raw(read("${path}"))\n`,
    `#csv("${path}")\n`,
    `#image("${path}")\n`,
    `#bibliography("${path}")\n`,
  ],
  man: (path: string) => [`.TH A 1\n.SH A\n.so ${path}\n`, `.TH A 1\n.SH A\n.mso ${path}\n`],
  dbk: (path: string) => [
    `<?xml version="1.0"?><!DOCTYPE article [<!ENTITY x SYSTEM "file://${path}">]><article xmlns="http://docbook.org/ns/docbook"><para>a &x;</para></article>`,
    `<article xmlns="http://docbook.org/ns/docbook" xmlns:xi="http://www.w3.org/2001/XInclude"><para>a</para><xi:include href="${path}" parse="text"/></article>`,
    `<article xmlns="http://docbook.org/ns/docbook"><mediaobject><textobject><textdata fileref="${path}"/></textobject><imageobject><imagedata fileref="${path}"/></imageobject></mediaobject></article>`,
  ],
  jats: (path: string) => [
    `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "x" [<!ENTITY x SYSTEM "file://${path}">]><article><body><p>a &x;</p></body></article>`,
    `<article><front/><body><fig><graphic xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${path}"/></fig></body></article>`,
  ],
  opml: (path: string) => [
    `<!DOCTYPE opml [<!ENTITY x SYSTEM "file://${path}">]><opml version="2.0"><body><outline text="&x;"/></body></opml>`,
    `<opml version="2.0"><body><outline text="a" _note="![](${path})"/></body></opml>`,
  ],
  textile: (path: string) => [`!${path}!\n`, `<img src="${path}">\n\n<object data="${path}"></object>\n`],
  mediawiki: (path: string) => [`[[File:${path}]]\n`, `{{:${path}}}\n`, `<img src="${path}">\n`],
  dokuwiki: (path: string) => [`{{${path}}}\n`, `{{page>${path}}}\n`],
  twiki: (path: string) => [`%INCLUDE{"${path}"}%\n`, `<img src="${path}">\n`],
  tikiwiki: (path: string) => [`{INCLUDE(page="${path}")}{INCLUDE}\n`, `{img src="${path}"}\n`],
  vimwiki: (path: string) => [`{{file:${path}}}\n`, `{{${path}}}\n`],
  creole: (path: string) => [`{{${path}}}\n`],
  jira: (path: string) => [`!${path}!\n`],
  muse: (path: string) => [`<include file="${path}">\n`, `[[${path}]]\n`, `#cover-image ${path}\n\nText\n`],
  t2t: (path: string) => [`\n\n\n%!include: ${path}\n\n%!includeconf: ${path}\n\n[${path}]\n`],
  haddock: (path: string) => [`<<${path}>>\n`],
  ipynb: (path: string) => [
    JSON.stringify({
      cells: [
        { cell_type: 'markdown', metadata: {}, source: [`![a](${path})\n\n<img src="${path}">\n`] },
        { cell_type: 'raw', metadata: { format: 'text/html' }, source: [`<video src="${path}"></video>`] },
      ],
      metadata: { 'cover-image': path, css: path },
      nbformat: 4,
      nbformat_minor: 5,
    }),
  ],
} as const satisfies Partial<Record<FormatName, (path: string) => readonly string[]>>;

/** Text, a file that is written in the sandbox with pictures, and those that are not. */
const TARGETS = ['html', 'epub', 'docx', 'ipynb'] as const;

/** What came of it, as text; what cannot be converted has shown nothing. */
async function shown(source: string, from: FormatName, to: FormatName): Promise<string> {
  try {
    const { format, file } = await convertWithPandoc(source, from, to);
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
  it('is tried with what shows it where nothing is done about it', async () => {
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

  describe.each(Object.entries(INCLUDING) as [FormatName, (path: string) => readonly string[]][])(
    'in %s',
    (from, ways) => {
      const targets = TARGETS.filter((to) => to !== (from as string));
      /** Each way with each file and with each target, though not with all pairs of them. */
      const tried = FILES.flatMap((path, file) =>
        ways(path).map((source, way) => [source, targets[(file + way) % targets.length] as FormatName] as const),
      );

      it('shows nothing of it', { timeout: TIME }, async () => {
        for (const [source, to] of tried)
          expect(await shown(source, from, to), `${to}: ${source}`).not.toMatch(SECRETS);
      });
    },
  );

  it('is refused where it would lose what it takes in', { timeout: TIME }, async () => {
    const refused = (source: string, from: FormatName) =>
      expect(convertWithPandoc(source, from, 'html'), source).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
    await refused('Text\n\n.. include:: chapter.rst\n', 'rst');
    await refused('Text\n\n#+INCLUDE: "chapter.org"\n', 'org');
    await refused('\\begin{document}Text \\input{chapter}\\end{document}', 'tex');
    await refused('Text\n\n#include "chapter.typ"\n', 'typ');
    await refused('.TH A 1\n.SH A\ntext\n.so man1/b.1\n', 'man');
  });
});

describe('what is made to keep pandoc busy', () => {
  const many = (text: string, count: number) => text.repeat(count);
  const BUSY: readonly (readonly [string, FormatName, () => string | Promise<Buffer>])[] = [
    ['brackets', 'md', () => `${many('[', 20_000)}\n`],
    ['brackets', 'org', () => `${many('[[', 20_000)}\n`],
    ['stars', 'rst', () => `${many('*a ', 20_000)}\n`],
    ['quotations in each other', 'md', () => `${many('> ', 3000)}x\n`],
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
    ['tables in each other', 'html', () => many('<table><tr><td>', 300)],
    [
      'a cell over all columns',
      'html',
      () => '<table><tr><td colspan="100000000" rowspan="100000000">a</td></tr><tr><td>b</td></tr></table>',
    ],
    [
      'lists in each other',
      'org',
      () => Array.from({ length: 400 }, (_, at) => `${' '.repeat(2 * at)}- item`).join('\n\n'),
    ],
    ['an address', 'md', () => `![a](data:image/png;base64,${many('iVBORw0KGgo', 90_000)})\n`],
    ['pictures', 'md', () => many('<img src="data:image/gif;base64,R0lGODdh">', 20_000)],
    ['ticks', 'md', () => `~~~\n${many('`', 1_000_000)}\n~~~\n`],
    ['a bomb', 'epub', () => epub([many('a ', 20_000_000)])],
  ];

  it.each(BUSY)('%s in %s ends', { timeout: TIME }, async (_, from, make) => {
    const outcome = await convertWithPandoc(await make(), from, from === 'md' ? 'rst' : 'md', briefly(pandoc)).then(
      ({ file }) => (file.length < 100_000_000 ? 'done' : 'too large'),
      (error: { code?: string }) => error.code,
    );
    expect(['done', 'TOO_COMPLEX', 'UNREADABLE_FILE']).toContain(outcome);
  });

  it('a number without end is too complex, not damaged', { timeout: TIME }, async () => {
    await expect(convertWithPandoc('#calc.pow(9, 999999999)\n', 'typ', 'md')).rejects.toMatchObject({
      code: 'TOO_COMPLEX',
    });
  });

  it('a small text is given less time than a large one, and the next one is read', { timeout: TIME }, async () => {
    expect([0, 100_000, 100_000_000].map((size) => toolSeconds('pandoc', size))).toEqual([10, 13, 90]);
    await expect(convertWithPandoc(many('*a ', 3000), 'jira', 'md')).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect(String((await convertWithPandoc('a *word*\n', 'jira', 'md')).file)).toBe('a **word**\n');
  });

  function letters(number: number): string {
    return number.toString().replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
  }
});
