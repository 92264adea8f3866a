import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { textOf } from '../documents/read-result.ts';
import { convertBytes } from '../support/engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const converted = async (text: string, from: FormatName, to: FormatName) =>
  textOf((await convertBytes(pandoc, text, [from, to])).file, to).replace(/\s+/g, ' ');

const MILLER = `<element-citation><person-group><name><surname>Miller</surname><given-names>P &amp; Q</given-names></name>
  <name><surname>Brown</surname></name></person-group><article-title>Counting tests</article-title><source>Letters</source>
  <year>2011</year><volume>3</volume><issue>2</issue><fpage>10</fpage><lpage>20</lpage></element-citation>`;
const JONES = '<mixed-citation>Jones A. On <italic>beetles</italic>. Beetle J. 2012;4:1-2.</mixed-citation>';
const article = (
  list: string,
) => `<article><front><article-meta><title-group><article-title>Growth</article-title></title-group>
  <abstract><p>All is summed up.</p></abstract></article-meta></front>
  <body><sec><title>Beginning</title><p>Shown <xref ref-type="bibr" rid="B1">[1]</xref>, see <xref ref-type="fig" rid="f">Figure 1</xref>.</p></sec></body>
  <back><ack><p>Thanks.</p></ack>${list}</back></article>`;
const references = (one: string, two: string) =>
  `<ref-list><ref id="B1"><label>${one}</label>${MILLER}</ref><ref id="B2"><label>${two}</label>${JONES}</ref></ref-list>`;

describe('an article in JATS', () => {
  const ABSTRACT = ['md', 'doc', 'odt', 'html', 'tex', 'txt'] as const;

  it.each(ABSTRACT)('keeps its abstract, citations and references in %s', async (target) => {
    const text = await converted(article(references('1', '2')), 'jats', target);
    expect(text).toContain('All is summed up.');
    expect(text).toMatch(/Shown [\\{]?\[[}]?1[\\{]?\][}]?/);
    expect(text).toMatch(/Miller P \\?(?:&|&amp;|\\&) Q, Brown\. Counting tests\. Letters\. 2011 3\(2\):10(–|--)20/);
    expect(text).toContain('Jones A. On beetles. Beetle J. 2012;4:1-2.');
  });
});

describe('a text of Typst', () => {
  it('keeps what functions only place or decorate', async () => {
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

  it('is refused where it refers to a position on a page', async () => {
    await expect(convertBytes(pandoc, 'One\n\n#locate(loc => [two])\n', ['typ', 'md'])).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('line 3'),
    });
  });
});

describe('other markup', () => {
  it('reads an OPML list with bare ampersands, as feed readers export it', async () => {
    const opml = `<opml version="1.0"><head><title>A & B</title></head><body><outline text="AT&T &quot;news&quot;" xmlUrl="http://x.example/?a=1&b=2"/></body></opml>`;
    expect(await converted(opml, 'opml', 'txt')).toContain('AT&T “news”');
  });

  it('leaves out what a manual page ignores, and refuses mdoc', async () => {
    const page = `'\\" t\n.ig\nnot this\n..\n.TH BAR 8\n.SH NAME\nbar \\- does bar\n.ig END\nnor this\n.END\nand more\n`;
    const text = await converted(page, 'man', 'txt');
    expect(text).toMatch(/bar - does bar and more/);
    expect(text).not.toContain('this');
    await expect(convertBytes(pandoc, '.Dd May 1\n.Dt A 1\n.Sh NAME\n.Nm a\n', ['man', 'md'])).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
    });
  });

  it.each(['md', 'rst', 'org'] as const)('refuses %s that holds nothing but blanks', async (from) => {
    await expect(convertBytes(pandoc, '\t'.repeat(900_000), [from, 'html'])).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });
});
