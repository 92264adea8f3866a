import { marked } from 'marked';
import { describe, expect, it, vi } from 'vitest';
import { chartTitles } from '../../functions/engines/pandoc/office/charts.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { chart, flat } from '../documents/charts.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { sheetOf } from '../documents/far-cells.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { openDocument } from '../documents/open-document.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 180_000 });

describe('Markdown of slides', () => {
  it.each(['fodp', 'odp', 'pptx', 'ppt'] as const)('has the whole content of those of %s', async (source) => {
    const sample = committed('documents/files/slides.fodp');
    const presentation = source === 'fodp' ? sample : (await convertWithOffice(sample, 'fodp', source)).file;
    const { format, file } = await convertBytes(pandoc, presentation, [source, 'md']);
    expect(format).toBe('zip');
    const files = unzip(file);
    const [name = ''] = [...files.keys()].filter((each) => each.endsWith('.md'));
    const page = await marked.parse(String(files.get(name)));
    expect(page.match(/<h\d>.*<\/h\d>/g)).toEqual([
      '<h1>What we found</h1>',
      '<h2>Notes</h2>',
      '<h1>Numbers</h1>',
      '<h1>Slide 3</h1>',
    ]);
    expect(page).toMatch(/<li>First point<\/li>\s*<li>Second &amp; last\s*<ul>\s*<li>below it<\/li>/);
    expect(page).toContain('<p>Say this slowly</p>');
    expect(page).toMatch(/<th>Year<\/th>\s*<th>Sum<\/th>[\s\S]*<td>2025<\/td>\s*<td>a \| b<\/td>/);
    expect(page).toContain('<img src="media/picture-001.png"');
    expect([...files.keys()].filter((each) => each.startsWith('media/'))).toEqual(['media/picture-001.png']);
    expect(page).toContain('Only <a href="https://example.org/">a link</a>');
  });
});

describe('Markdown of a text', () => {
  it('names a chart that it cannot hold', async () => {
    const frame = [
      '<draw:object xlink:href="./Object 1"/>',
      '<draw:image xlink:href="./ObjectReplacements/Object 1"/>',
    ];
    const content = `<text:p>Sums</text:p><text:p><draw:frame svg:width="5cm" svg:height="4cm">${frame.join('')}</draw:frame></text:p>`;
    const { file } = await convertBytes(pandoc, await openDocument('text', content), ['odt', 'md']);
    expect(String(file)).toMatch(/Sums[\s\S]*Chart/);
    expect(String(file)).not.toContain('Object');
  });
});

describe('Markdown of sheets', () => {
  it('has a table of the formatted cells of each', async () => {
    const table = 'Name,"Sum, of",Note\nÄ|b,007,"two\nlines"\n,,\n*x*,,2\n';
    const { file } = await convertBytes(pandoc, table, ['csv', 'md']);
    const page = await marked.parse(String(file));
    expect(page).toContain('<h1>Sheet1</h1>');
    const cells = [...page.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
    expect(cells).toEqual(['Name', 'Sum, of', 'Note', 'Ä|b', '007', 'two<br>lines', '*x*', '', '2']);
  });

  it('of several names each', async () => {
    const workbook = await xlsx({ Erste: [['a', 1]], Leer: [], Zweite: [['b'], [{ formula: '1+1' }]] });
    const page = await marked.parse(String((await convertBytes(pandoc, workbook, ['xlsx', 'md'])).file));
    expect(page.match(/<h1>.*<\/h1>/g)).toEqual(['<h1>Erste</h1>', '<h1>Zweite</h1>']);
    expect(page).toMatch(/<td>2<\/td>/);
  });

  it.each([
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx'],
    ['more cells than a text holds', async () => Buffer.from(`${'1,'.repeat(99)}1\n`.repeat(2500)), 'csv'],
  ] as const)('is refused with %s', async (_, make, source) => {
    await expect(convertBytes(pandoc, await make(), [source, 'md'])).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  });
});

describe('Markdown of charts', () => {
  const sheet = (content: string) =>
    flat(
      'spreadsheet',
      `<table:table table:name="S"><table:shapes>${chart('Sales &amp; more')}</table:shapes>${content}</table:table>`,
    );
  const row = (cell: string) => `<table:table-row><table:table-cell>${cell}</table:table-cell></table:table-row>`;

  it.each(['ods', 'xlsx'] as const)('names those of a sheet of %s below its table', async (format) => {
    const { file } = await convertWithOffice(sheet(row('<text:p>filled</text:p>')), 'fods', format);
    const page = await marked.parse(String((await convertBytes(pandoc, file, [format, 'md'])).file));
    expect(page).toMatch(/<h1>S<\/h1>[\s\S]*filled[\s\S]*<p>\[Chart: Sales &amp; more\]<\/p>/);
  });

  it('names that of a sheet with nothing else, and of a slide', async () => {
    const slide = flat('presentation', `<draw:page>${chart('Sales &amp; more')}</draw:page>`);
    for (const [source, format] of [
      [sheet(row('')), 'fods'],
      [slide, 'fodp'],
    ] as const)
      expect(await marked.parse(String((await convertBytes(pandoc, source, [format, 'md'])).file)), format).toContain(
        '<p>[Chart: Sales &amp; more]</p>',
      );
  });

  it('is read in linear time with a megabyte of the worst tokens of charts', () => {
    for (const token of ['<chart:chart>', '<chart:title>', '<chart:chart><chart:title>a', '<', 'a<b>', '&amp;']) {
      const begun = Date.now();
      chartTitles(`<chart:chart><chart:title>${token.repeat(1_000_000 / token.length)}`);
      expect(Date.now() - begun, token).toBeLessThan(3000);
    }
  });
});
