import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

const TIME = 240_000;

stopEnginesAfterwards();

/** What a file holds, apart from when it was written. */
function contentOf({ file, format }: { file: Buffer; format: FormatName }): unknown {
  const parts = file.toString('latin1', 0, 2) === 'PK' ? [...unzip(file)] : [[format, file] as const];
  const changing = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|urn:uuid:[\da-f-]+/g;
  return parts.map(([name, part]) => [name, String(part).replace(changing, '')]);
}

const TEXT = `---
title: Of *boats*
author: [Ann, Ben]
lang: de
abstract: In short
css: other.css
---

Words before all headings, with \`code\`, **strong** :smile: and a note[^1].

[^1]: The *note*.

## A heading with \`code\`

| a | b |
|---|--:|
| 1 | 2 |

1. [one](https://example.org "tip")
2. two

\`\`\`python
def f(): return 1
\`\`\`

$a^2$
`;

/** A comment, which only our own rules take out of a text, and of which nothing is left. */
const COMMENT = '\n<!-- a comment -->\n';

describe('a document that needs nothing of our rules', () => {
  const WRITTEN = ['docx', 'odt', 'epub', 'fb2', 'tex', 'rst', 'opml', 'mediawiki', 'txt'] as const;

  it.each(WRITTEN)('is written as %s as one that does', { timeout: TIME }, async (target) => {
    const untitled = TEXT.slice(TEXT.indexOf('Words'));
    for (const text of [TEXT, untitled, untitled.slice(untitled.indexOf('## '))])
      expect(contentOf(await convertWithPandoc(text, 'md', target))).toEqual(
        contentOf(await convertWithPandoc(`${text}${COMMENT}`, 'md', target)),
      );
  });

  it('is called by its first heading', { timeout: TIME }, async () => {
    const page = async (text: string) => String((await convertWithPandoc(text, 'md', 'html')).file);
    expect(await page('words\n\n## A `b`  *c*\n')).toContain('<title>A b c</title>');
    expect(await page('words\n')).toContain('<title>Document</title>');
    const spaces = ' '.repeat(1_000_000);
    expect((await page(`# \`a${spaces}b\`\n`)).slice(0, 1000)).toContain('<title>a');
  });

  it.each([
    ['words\n\n## A *book*\n\nmore\n', 'A book'],
    ['words\n', 'Document'],
    [`words${COMMENT}`, 'Document'],
  ])(
    'is listed as a book by its first heading, or a word that says nothing: %j',
    { timeout: TIME },
    async (text, title) => {
      const parts = unzip((await convertWithPandoc(text, 'md', 'epub')).file);
      expect(String(parts.get('EPUB/content.opf'))).toMatch(new RegExp(`<dc:title[^>]*>${title}<`));
      expect(String(parts.get('EPUB/nav.xhtml'))).toContain(`<h1 id="toc-title">${title}</h1>`);
      for (const [name, part] of parts) expect(String(part), name).not.toMatch(/UNTITLED|<title>(?:source|tree)</);
    },
  );

  it('is nothing where nothing is in it', { timeout: TIME }, async () => {
    await expect(convertWithPandoc('<p></p>', 'html', 'rst')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('of what a document says to programs', () => {
  it('nothing but sizes reaches a file', { timeout: TIME }, async () => {
    const page = `<div custom-style="Title" data-css="x.css"><p>one <span custom-style="Strong" width="3">two</span></p></div>`;
    const { file } = await convertWithPandoc(page, 'html', 'docx');
    const text = String(unzip(file).get('word/document.xml'));
    expect(text).toContain('two');
    expect(text).not.toMatch(/"Title"|"Strong"/);
  });

  it.each([
    '<p><span custom-style="Strong">two</span></p>',
    '<p><span class="a" custom-style="Strong">two</span></p>',
    '<div class="a" custom-style="Strong"><p>two</p></div>',
    '<table><tr><td>two</td><td><span custom-style="Strong">three</span></td></tr></table>',
  ])('no style reaches one by %s alone', { timeout: TIME }, async (page) => {
    const text = String(unzip((await convertWithPandoc(page, 'html', 'docx')).file).get('word/document.xml'));
    expect(text).toContain('two');
    expect(text).not.toContain('"Strong"');
  });

  it('that it takes in others is heard among many complaints', { timeout: TIME }, async () => {
    const formulas = Array.from({ length: 400 }, (_, at) => `$\\nothing{${at}$\n\n`).join('');
    await expect(convertWithPandoc(`#+INCLUDE: "chapter.org"\n\n${formulas}`, 'org', 'docx')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
    });
  });
});
