import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { textOf } from '../documents/read-result.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';

const TIME = 120_000;

stopEnginesAfterwards();

const converted = async (text: string, from: FormatName, to: FormatName) =>
  textOf((await convertWithPandoc(text, from, to)).file, to).replace(/\s+/g, ' ');

describe('a text of Typst', () => {
  it('keeps what functions only place or decorate', { timeout: TIME }, async () => {
    const parts = [
      'par',
      'pad(x: 3pt)',
      'page(width: 9cm)',
      'rotate(9deg)',
      'scale(x: 50%)',
      'move(dx: 1pt)',
      'highlight',
      'overline',
    ];
    const text = `= Title\n#set par(justify: true)\n${parts.map((part, at) => `#${part}[word${at}]`).join('\n\n')}\n
#layout(size => [ Within a layout. ])\n`;
    const made = await converted(text, 'typ', 'md');
    for (const at of parts.keys()) expect(made).toContain(`word${at}`);
    expect(made).toContain('Within a layout.');
  });

  it('is refused where it asks for a place on a page', { timeout: TIME }, async () => {
    await expect(convertWithPandoc('One\n\n#locate(loc => [two])\n', 'typ', 'md')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('line 3'),
    });
  });
});

describe('other markup', () => {
  it('reads an OPML list with bare ampersands, as feed readers export it', { timeout: TIME }, async () => {
    const opml = `<opml version="1.0"><head><title>A & B</title></head><body><outline text="AT&T &quot;news&quot;" xmlUrl="http://x.example/?a=1&b=2"/></body></opml>`;
    expect(await converted(opml, 'opml', 'txt')).toContain('AT&T “news”');
  });

  it('leaves out what a manual page ignores, and refuses mdoc', { timeout: TIME }, async () => {
    const page = `'\\" t\n.ig\nnot this\n..\n.TH BAR 8\n.SH NAME\nbar \\- does bar\n.ig END\nnor this\n.END\nand more\n`;
    const text = await converted(page, 'man', 'txt');
    expect(text).toMatch(/bar - does bar and more/);
    expect(text).not.toContain('this');
    await expect(convertWithPandoc('.Dd May 1\n.Dt A 1\n.Sh NAME\n.Nm a\n', 'man', 'md')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
    });
  });

  it.each(['md', 'rst', 'org'] as const)(
    'refuses %s that holds nothing but blanks',
    { timeout: TIME },
    async (from) => {
      await expect(convertWithPandoc('\t'.repeat(900_000), from, 'html')).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
      });
    },
  );
});
