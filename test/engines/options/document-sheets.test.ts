import { describe, expect, it } from 'vitest';
import type { Options } from '../../../functions/conversion/options.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { type Cell, xlsx } from '../../documents/office-open-xml.ts';
import { flatOpenDocument } from '../../documents/open-document.ts';
import { pagesOfPdf, textOfPdf, wordsOfPdf } from '../../documents/read-result.ts';

const ROWS: Cell[][] = Array.from({ length: 60 }, (_, row) =>
  Array.from({ length: 20 }, (_, column) => `R${row + 1}C${column + 1}`),
);

// A name of digits comes first, as objects have it.
const BOOK = xlsx({
  4: [['Vier']],
  Erstes: ROWS,
  'Tom &amp; &quot;Jerry&apos;s&quot;.2': [['Jerry']],
  'Ünïcode 漢字': [['Schrift']],
});

async function pdfOf(options: Options): Promise<Buffer> {
  return (await convertWithOffice(await BOOK, 'xlsx', 'pdf', 'low', options)).file;
}

const wordsOf = async (options: Options) => new Set((await textOf(options)).split(/\s+/).filter(Boolean));
const textOf = async (options: Options) => textOfPdf(await pdfOf(options));

describe('a sheet of a workbook', () => {
  it.each([
    [`Tom & "Jerry's".2`, 'Jerry'],
    ['4', 'Vier'],
    ['ÜNÏCODE 漢字', 'Schrift'],
    ['1', 'Vier'],
    ['3', 'Jerry'],
  ])('%s is printed alone', async (sheet, word) => {
    expect(await wordsOf({ sheet })).toEqual(new Set([word]));
  });

  it.each(['5', '0', 'Zweites'])('%s is not there', async (sheet) => {
    await expect(pdfOf({ sheet })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: `The option "sheet" is "${sheet}", but there is no such sheet. The sheets are: "4", "Erstes", "Tom & "Jerry's".2", "Ünïcode 漢字".`,
    });
  });

  it('is printed though it is hidden', async () => {
    const style = (name: string, display: boolean) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;
    const sheet = (name: string, own: string) =>
      `<table:table table:name="${name}" table:style-name="${own}"><table:table-row><table:table-cell><text:p>${name}Zelle</text:p></table:table-cell></table:table-row></table:table>`;
    const file = flatOpenDocument(
      'spreadsheet',
      sheet('Offen', 'ta1') + sheet('Versteckt', 'ta2') + sheet('Auch', 'ta2'),
    )
      .toString()
      .replace(
        '<office:body>',
        `<office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles><office:body>`,
      );
    const printed = async (options: Options) =>
      textOfPdf((await convertWithOffice(Buffer.from(file), 'fods', 'pdf', 'low', options)).file).trim();
    expect(await printed({})).toContain('OffenZelle');
    expect(await printed({ sheet: 'Versteckt' })).toMatch(/^Versteckt\s+VerstecktZelle\s+Page 1$/);
  });
});

describe('the size of sheets', () => {
  const rowOf = (pdf: Buffer, page: number) =>
    wordsOfPdf(pdf).filter((word) => word.page === page && /^R1C/.test(word.word)).length;

  it('fits their columns onto a page, where that is chosen', async () => {
    const plain = await pdfOf({ sheet: 'Erstes' });
    expect(rowOf(plain, 1)).toBeLessThan(20);
    const fitted = await pdfOf({ sheet: 'Erstes', fit_to_width: true });
    expect(rowOf(fitted, 1)).toBe(20);
    // Their rows need not fit.
    expect(
      pagesOfPdf(await pdfOf({ sheet: 'Erstes', fit_to_width: true, page_size: 'A5', orientation: 'landscape' })),
    ).toBeGreaterThan(1);
    expect(pagesOfPdf(await pdfOf({ sheet: 'Erstes', fit_to_width: false }))).toBe(pagesOfPdf(plain));
  });
});
