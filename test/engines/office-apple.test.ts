import { describe, expect, it } from 'vitest';
import { openZip } from '../../functions/detection/document-zip.ts';
import { objectsOf } from '../../functions/engines/office/apple/archives.ts';
import { readCellValues } from '../../functions/engines/office/apple/cell-values.ts';
import { checkApple } from '../../functions/engines/office/apple/check-apple.ts';
import { hasValues } from '../../functions/engines/office/apple/check-values.ts';
import { repairNumbers } from '../../functions/engines/office/apple/repair-numbers.ts';
import { convertWithOffice, failureOf } from '../documents/convert-with-office.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { expectRefused } from '../support/failure.ts';
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
    await expectRefused(
      convertWithOffice(apple('nine-digits.numbers'), 'numbers', 'csv'),
      'UNSUPPORTED_CONVERSION',
      'more than eight digits',
    );
  });

  it('has times without AM and PM', () => {
    const clock = '<number:time-style style:name="N2">\n <number:hours/>\n <number:am-pm/>\n</number:time-style>';
    expect(repairNumbers(clock)).not.toContain('am-pm');
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
  const right = [
    'office:value="1.23456789"',
    'office:value="1234567.89"',
    'office:time-value="PT01H01M01S"',
    'office:boolean-value="true"',
  ];

  it.each([
    ['are the same', right, true],
    ['are computed', [...right, 'table:formula="of:=A1" office:value="1.2345679"'], true],
    ['are a text', [...right, 'table:formula="of:=B1" office:string-value="\u00c2\u00a3 5 &amp; more"'], true],
    ['lack one', right.slice(1), false],
    ['have lost digits', [...right, 'office:value="1.2345679"'], false],
    ['are computed, and off by a cent', [...right, 'table:formula="of:=A1" office:value="1234567.9"'], false],
    ['have another duration', [...right, 'office:time-value="PT01H01M02S"'], false],
    ['have another text', [...right, 'table:formula="of:=A1" office:string-value="$ 5"'], false],
    ['have another boolean', [...right, 'office:boolean-value="false"'], false],
    ['have a new error', [...right, 'table:formula="of:=X()" calcext:value-type="error"'], false],
  ])('that LibreOffice read are accepted or refused where they %s', (_, attributes, same) => {
    const cells = attributes.map((each) => `<table:table-cell ${each}/>`).join('');
    expect(hasValues(cells, known)).toBe(same);
  });
});

describe('a document of Apple', () => {
  const old = (content: string) => zip({ 'index.xml': `<?xml version="1.0"?>${content}` });

  it('of before 2013 with Roman page numbers is converted', async () => {
    const { file } = await convertWithOffice(apple('roman-numbers.pages'), 'pages', 'txt');
    expect(String(file)).toContain('Words before');
  });

  it('is refused where it is damaged, unfinished, or of before 2013 and has charts', async () => {
    const spoilt = sample('apple.pages');
    const at = spoilt.indexOf('Index/Document.iwa') + 400;
    spoilt.writeUInt8((spoilt[at] ?? 0) ^ 1, at);
    expect(await failureOf(spoilt, 'pages')).toBe('UNREADABLE_FILE');
    expect(await failureOf(await old('<sl:document><sf:p>half'), 'pages')).toBe('UNREADABLE_FILE');
    const charts = await old('<sl:document><sf:chart-info sfa:ID="a"></sl:document>');
    expect(await failureOf(charts, 'pages')).toBe('UNSUPPORTED_CONVERSION');
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
