import { describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
import { unzip } from '../support/unzip.ts';

const bare = (xml: string) => xml.replace(/<[^>]*>|\s/g, '');
const TEXT = 'A line of the text that reaches over most of the width of its page, as those of reports do';
const BODY = [0, 1, 2, 3].map((at) => words(`${TEXT} (${'abcd'[at]})`, 60, 700 - at * 14, 10)).join('');

const write = (contents: readonly string[]) =>
  handWritten(contents.map((content) => ({ width: 595, height: 842, content: `${content}\n${BODY}` })));

/** A docx made of pages: the text of its body, its headers and footers, and what its pages are when they are printed again. */
async function convert(contents: readonly string[]) {
  const { file } = await convertWithOffice(write(contents), 'pdf', 'docx');
  const entries = [...unzip(file)];
  const partsOf = (name: RegExp) => entries.filter(([path]) => name.test(path)).map(([, part]) => String(part));
  const [document = '', settings = ''] = [partsOf(/^word\/document\.xml$/)[0], partsOf(/^word\/settings\.xml$/)[0]];
  const again = (await convertWithOffice(file, 'docx', 'pdf')).file;
  const parts = {
    headers: partsOf(/^word\/header/),
    footers: partsOf(/^word\/footer/).filter(bare),
    pictures: partsOf(/^word\/media/),
  };
  return { document, settings, ...parts, again };
}

describe('headers and footers of a PDF file', () => {
  it('are those of the document, with the numbers of pages as fields, a logo and a line', async () => {
    const logo = '0.2 0.4 0.8 rg 480 790 40 30 re f 0 g\n';
    const line = '60 770 m 535 770 l S\n';
    const header = (page: number) => words('Annual report', 60, 775, 9) + words(`${page}`, 525, 775, 9) + line + logo;
    const contents = [1, 2, 3, 4].map(
      (page) => (page === 1 ? '' : header(page)) + words(`Page ${page} of 4`, 270, 40, 9),
    );
    const { document, headers, footers, pictures, again } = await convert(contents);
    expect(bare(document)).not.toMatch(/Annualreport|of4/);
    expect([headers.length, footers.length, pictures.length]).toEqual([1, 2, 1]);
    expect(headers[0]).toMatch(/Annual report.*<w:pBdr>|<w:pBdr>.*Annual report/s);
    expect(headers[0]).toMatch(/<w:tab w:val="right".* PAGE .*/s);
    for (const footer of footers) expect(footer).toMatch(/ PAGE .* NUMPAGES /s);
    const said = bare(textOfPdf(again));
    expect([pagesOfPdf(again), said.split('Annualreport').length - 1]).toEqual([4, 3]);
    for (const page of [1, 2, 3, 4]) expect(said).toContain(`Page${page}of4`);
  });

  it('are those of odd and of even pages, which go on with the number of the first', async () => {
    const contents = [11, 12, 13, 14, 15].map((page) =>
      page % 2 === 0
        ? words(`${page}`, 60, 775, 9) + words('A. Author', 480, 775, 9)
        : words('On pages', 60, 775, 9) + words(`${page}`, 525, 775, 9),
    );
    const { document, settings, headers, again } = await convert(contents);
    expect([settings.includes('<w:evenAndOddHeaders'), /<w:pgNumType w:start="11"/.test(document)]).toEqual([
      true,
      true,
    ]);
    expect(headers.map((header) => bare(header).replace(/PAGE|\d/g, '')).sort()).toEqual(['A.Author', 'Onpages']);
    const said = bare(textOfPdf(again));
    expect([pagesOfPdf(again), said.match(/\d\d/g)]).toEqual([5, ['11', '12', '13', '14', '15']]);
  });

  it('stay in the text where each page has its own, or the pages have none in common', async () => {
    const contents = ['aardvark', 'bear', 'cat', 'dog'].map(
      (word, at) => words(word, 60, 775, 9) + words(`Box 0${at + 1}`, 500, 40, 9),
    );
    const { document, headers, footers } = await convert(contents);
    expect([headers, footers, /aardvark.*bear.*cat.*dog/.test(bare(document))]).toEqual([[], [], true]);
    for (const number of ['01', '02', '03', '04']) expect(bare(document)).toContain(`Box${number}`);
  });
});
