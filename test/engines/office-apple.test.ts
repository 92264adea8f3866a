import { describe, expect, it } from 'vitest';
import { openZip } from '../../functions/detection/document-zip.ts';
import { objectsOf } from '../../functions/engines/office/apple/archives.ts';
import { readCellValues } from '../../functions/engines/office/apple/cell-values.ts';
import { checkApple } from '../../functions/engines/office/apple/check-apple.ts';
import { hasValues } from '../../functions/engines/office/apple/check-values.ts';
import { repairNumbers } from '../../functions/engines/office/apple/repair-numbers.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { failureOf } from '../documents/locked.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';

const save = saverIn(temporaryFolder());
const sample = (name: string) => committed(`documents/files/${name}`);
/** Archives of ours: see the README of those files. */
const apple = (name: string) => committed(`documents/apple/${name}`);

describe('a workbook of Numbers', () => {
  it('shows the decimals of currency', async () => {
    const { file } = await convertWithOffice(sample('apple.numbers'), 'numbers', 'csv');
    expect(String(file)).toContain('Grant Coffee,,13.25 GBP,2005.26 GBP,Eating Out');
  });

  it('with a number of nine digits is refused, since LibreOffice reads eight', async () => {
    await expect(convertWithOffice(apple('nine-digits.numbers'), 'numbers', 'csv')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('more than eight digits'),
    });
  });
});

describe('the cells of a workbook of Numbers', () => {
  const valuesOf = (name: string) => {
    const zipped = apple(name);
    return readCellValues(objectsOf(openZip((at, length) => zipped.subarray(at, at + length), zipped.length)));
  };

  it('are read with all of their digits', () => {
    expect(valuesOf('cells.zip')).toEqual({
      numbers: Float64Array.of(-12379400.392853802, 12345678901.23),
      times: Float64Array.of(1.5, 90_000),
      texts: new Set(['nine & more']),
      booleans: [1, 0],
      errors: 1,
    });
  });

  it('are not read where they are of before 2015, or have negative durations', () => {
    for (const name of ['former-cells.zip', 'negative-duration.zip']) expect(valuesOf(name), name).toBeUndefined();
  });

  const known = {
    numbers: Float64Array.of(1.23456789, 1234567.89),
    times: Float64Array.of(3661),
    texts: new Set(['\u00a3 5 & more']),
    booleans: [1, 0],
    errors: 0,
  } as const;
  const cells = (...attributes: string[]) => attributes.map((each) => `<table:table-cell ${each}/>`).join('');
  const right = [
    'office:value="1.23456789"',
    'office:value="1234567.89"',
    'office:time-value="PT01H01M01S"',
    'office:boolean-value="true"',
  ];

  it('are accepted where LibreOffice has the same values', () => {
    expect(hasValues(cells(...right), known)).toBe(true);
    const computed = 'table:formula="of:=A1" office:value="1.2345679"';
    const text = Buffer.from('table:formula="of:=B1" office:string-value="\u00a3 5 &amp; more"').toString('latin1');
    expect(hasValues(cells(...right, computed, text), known)).toBe(true);
  });

  it.each([
    ['lack one', right.slice(1)],
    ['have lost digits', [...right, 'office:value="1.2345679"']],
    ['are computed, and off by a cent', [...right, 'table:formula="of:=A1" office:value="1234567.9"']],
    ['have another duration', [...right, 'office:time-value="PT01H01M02S"']],
    ['have another text', [...right, 'table:formula="of:=A1" office:string-value="$ 5"']],
    ['have another boolean', [...right, 'office:boolean-value="false"']],
    ['have a new error', [...right, 'table:formula="of:=X()" office:string-value="" calcext:value-type="error"']],
  ])('are not as they should be where they %s', (_, wrong) => {
    expect(hasValues(cells(...wrong), known)).toBe(false);
  });

  it('keep the format of their numbers', () => {
    const symbol = '<number:currency-symbol>GBP</number:currency-symbol>';
    const amount = `<number:currency-style style:name="N1">\n ${symbol}\n</number:currency-style>`;
    expect(repairNumbers(amount)).toContain(
      `number:min-decimal-places="2" number:min-integer-digits="1"/><number:text> </number:text>${symbol}`,
    );
    const clock = '<number:time-style style:name="N2">\n <number:hours/>\n <number:am-pm/>\n</number:time-style>';
    expect(repairNumbers(clock)).not.toContain('am-pm');
  });
});

describe('a document of Apple', () => {
  it('whose parts are damaged is unreadable', async () => {
    const spoilt = sample('apple.pages');
    const at = spoilt.indexOf('Index/Document.iwa') + 400;
    spoilt.writeUInt8((spoilt[at] ?? 0) ^ 1, at);
    expect(await failureOf(spoilt, 'pages')).toBe('UNREADABLE_FILE');
    const lacking = await zip({ 'index.xml': '<?xml version="1.0"?><sl:document><sf:p>half' });
    expect(await failureOf(lacking, 'pages')).toBe('UNREADABLE_FILE');
  });

  it('of before 2013 with Roman page numbers is converted', async () => {
    const namespaces = ['sf', 'sfa', 'sl'].map(
      (each) => `xmlns:${each}="http://developer.apple.com/namespaces/${each}"`,
    );
    const number = '<sf:page-number sf:format="lower-roman" sf:value="iv"/>';
    const text = `<sf:text-body><sf:p>Words before ${number}</sf:p></sf:text-body>`;
    const body = `<sf:text-storage sf:kind="body">${text}</sf:text-storage>`;
    const document = `<sl:document ${namespaces.join(' ')} sl:version="92008102400">${body}</sl:document>`;
    const source = await zip({ 'index.xml': `<?xml version="1.0"?>${document}` });
    const { file } = await convertWithOffice(source, 'pages', 'txt');
    expect(String(file)).toContain('Words before');
  });

  it('of before 2013 with charts is refused', async () => {
    const inner = '<sf:chart-info sfa:ID="a">';
    const file = await zip({ 'index.xml': `<?xml version="1.0"?><sl:document>${inner}</sl:document>` });
    expect(await failureOf(file, 'pages')).toBe('UNSUPPORTED_CONVERSION');
  });

  it.each([
    ['film', 'key', 'videos or sounds'],
    ['chart', 'key', 'charts'],
    ['chart', 'numbers', 'charts'],
  ] as const)('with %s (%s) is refused, but for what has room for words alone', async (what, source, named) => {
    const job = { sourcePath: save(what, apple(`${what}.zip`)), sourceFormat: source, targetFormat: 'pdf' } as const;
    expect(() => checkApple(job)).toThrow(named);
    expect(() => checkApple(job, { wordsOnly: true })).not.toThrow();
  });

  it('that decompresses without end is refused before LibreOffice opens it', async () => {
    // A piece of 16 MB says that it comes to a gigabyte.
    expect(await failureOf(apple('bomb.zip'), 'key')).toBe('TOO_COMPLEX');
    const text = await zip({ 'index.xml': Buffer.alloc(300_000_000, ' ') });
    expect(await failureOf(text, 'pages')).toBe('TOO_COMPLEX');
  });
});
