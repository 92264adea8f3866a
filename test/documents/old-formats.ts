import { gzipSync } from 'node:zlib';
import { contentTypes, relationships, XML, zip } from './package.ts';

/** An AbiWord document. */
export function abw(texts: readonly string[]): Buffer {
  const body = texts.map((text) => `<p>${text}</p>`).join('');
  return Buffer.from(
    `${XML}<abiword xmlns="http://www.abisource.com/awml.dtd" version="3.0.0" fileformat="1.1"><section>${body}</section></abiword>`,
  );
}

/** A FictionBook. */
export function fb2(texts: readonly string[]): Buffer {
  const body = texts.map((text) => `<p>${text}</p>`).join('');
  const description =
    '<description><title-info><genre>reference</genre><book-title>Book</book-title><lang>en</lang></title-info></description>';
  return Buffer.from(
    `${XML}<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">${description}<body><section>${body}</section></body></FictionBook>`,
  );
}

/** A WordPerfect 5.1 document: a header without an index, and characters of the western alphabet. */
export function wpd(texts: readonly string[]): Buffer {
  const header = Buffer.from('ff5750431000000001 0a 00 01 0000 0000'.replaceAll(' ', ''), 'hex');
  return Buffer.concat([header, Buffer.from(texts.map((text) => `${text}\n`).join(''), 'latin1')]);
}

/** A SYLK table. */
export function slk(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cells = rows.flatMap((row, y) =>
    row.map((cell, x) => `C;Y${y + 1};X${x + 1};K${typeof cell === 'number' ? cell : `"${cell}"`}`),
  );
  return Buffer.from(['ID;PTEST', ...cells, 'E', ''].join('\r\n'));
}

/** A table in the Data Interchange Format. */
export function dif(rows: readonly (readonly (string | number)[])[]): Buffer {
  const head = [
    'TABLE',
    '0,1',
    '"t"',
    'VECTORS',
    `0,${rows[0]?.length}`,
    '""',
    'TUPLES',
    `0,${rows.length}`,
    '""',
    'DATA',
    '0,0',
    '""',
  ];
  const data = rows.flatMap((row) => [
    '-1,0',
    'BOT',
    ...row.flatMap((cell) => (typeof cell === 'number' ? [`0,${cell}`, 'V'] : ['1,0', `"${cell}"`])),
  ]);
  return Buffer.from([...head, ...data, '-1,0', 'EOD', ''].join('\r\n'));
}

/** A Gnumeric workbook with one sheet. */
export function gnumeric(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cells = rows.flatMap((row, y) =>
    row.map(
      (cell, x) =>
        `<gnm:Cell Row="${y}" Col="${x}" ValueType="${typeof cell === 'number' ? 40 : 60}">${cell}</gnm:Cell>`,
    ),
  );
  const sheet = `<gnm:Sheet><gnm:Name>S</gnm:Name><gnm:MaxCol>9</gnm:MaxCol><gnm:MaxRow>9</gnm:MaxRow><gnm:Cells>${cells.join('')}</gnm:Cells></gnm:Sheet>`;
  const names = '<gnm:SheetNameIndex><gnm:SheetName>S</gnm:SheetName></gnm:SheetNameIndex>';
  return gzipSync(
    `${XML}<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd">${names}<gnm:Sheets>${sheet}</gnm:Sheets></gnm:Workbook>`,
  );
}

/** An Excel workbook of binary records (MS-XLSB) with one sheet of texts and numbers. */
export function xlsb(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const cells = rows.flatMap((row, y) => [record(0, rowHeader(y)), ...row.flatMap((cell, x) => [xlsbCell(cell, x)])]);
  const sheet = [record(129), record(145), ...cells, record(146), record(130)];
  const bundle = Buffer.concat([number(0), number(1), text('rId1'), text('S')]);
  const workbook = [record(131), record(143), record(156, bundle), record(144), record(132)];
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.bin': 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
      '/xl/worksheets/sheet1.bin': 'application/vnd.ms-excel.worksheet',
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.bin']]),
    'xl/workbook.bin': Buffer.concat(workbook),
    'xl/_rels/workbook.bin.rels': relationships([['rId1', 'worksheet', 'worksheets/sheet1.bin']]),
    'xl/worksheets/sheet1.bin': Buffer.concat(sheet),
  });
}

function xlsbCell(cell: string | number, column: number): Buffer {
  const place = Buffer.concat([number(column), number(0)]);
  if (typeof cell === 'string') return record(6, Buffer.concat([place, text(cell)]));
  const value = Buffer.alloc(8);
  value.writeDoubleLE(cell);
  return record(5, Buffer.concat([place, value]));
}

function rowHeader(row: number): Buffer {
  return Buffer.concat([number(row), number(0), Buffer.from('2c01000000', 'hex'), number(0)]);
}

/** Numbers of records above 127 take two bytes; so do the lengths. */
function record(type: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const variable = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
  const kind = type < 128 ? [type] : [(type & 127) | 128, type >> 7];
  return Buffer.concat([Buffer.from([...kind, ...variable(data.length)]), data]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([number(value.length), Buffer.from(value, 'utf16le')]);
}
