import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import type { ENCODING } from '../../../functions/engines/options/plain-text.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { docx, xlsx } from '../../documents/office-open-xml.ts';
import { unzip } from '../../support/unzip.ts';

async function bytesOf(source: string | Uint8Array, from: FormatName, to: FormatName, options: Options) {
  const content = typeof source === 'string' ? Buffer.from(source) : source;
  return (await convertWithOffice(content, from, to, 'medium', options)).file;
}

const textOf = async (...given: Parameters<typeof bytesOf>) => (await bytesOf(...given)).toString();

/** A text of letters that an encoding has, and its bytes, from tables of the encodings. */
const SAMPLES: Readonly<Record<(typeof ENCODING.enum)[number], readonly [string, string]>> = {
  'utf-8': ['ß😀', 'c39ff09f9880'],
  'utf-8-bom': ['ß😀', 'efbbbfc39ff09f9880'],
  'utf-16le': ['ß😀', 'fffedf003dd800de'],
  'utf-16be': ['ß😀', 'feff00dfd83dde00'],
  'us-ascii': ['a~', '617e'],
  'windows-1250': ['Łő', 'a3f5'],
  'windows-1251': ['Жя', 'c6ff'],
  'windows-1252': ['€ß', '80df'],
  'windows-1253': ['Ωά', 'd9dc'],
  'windows-1254': ['İş', 'ddfe'],
  'windows-1257': ['Āž', 'c2fe'],
  'iso-8859-2': ['Łő', 'a3f5'],
  'iso-8859-15': ['€ß', 'a4df'],
  'koi8-r': ['Жя', 'f6d1'],
  macintosh: ['ßé', 'a78e'],
};

it.each(Object.entries(SAMPLES))('encodings %s', async (encoding, [text, hex]) => {
  expect((await bytesOf(text, 'txt', 'txt', { encoding })).toString('hex')).toBe(hex);
  const table = await bytesOf(`${text}\n`, 'csv', 'csv', { encoding });
  const end = { 'utf-16le': '0a00', 'utf-16be': '000a' }[encoding] ?? '0a';
  expect(table.toString('hex')).toBe(hex + end);
});
it.each([
  ['us-ascii', 'ß', '00DF'],
  ['iso-8859-15', '😀', '1F600'],
])('encodings %s has no %s', async (encoding, letter, code) => {
  const message = `The option "encoding" is ${encoding}, which lacks "${letter}" (U+${code}) of the text. Choose utf-8, which has all characters.`;
  for (const format of ['txt', 'csv'] as const)
    await expect(bytesOf(`a${letter}`, format, format, { encoding })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message,
    });
});

it('encodings are those of what becomes of documents', async () => {
  const text = await bytesOf(await docx(['Größe', '€']), 'docx', 'txt', {
    encoding: 'windows-1252',
    line_ends: 'crlf',
  });
  expect(text.toString('latin1')).toBe('Größe\r\n\x80\r\n');
  const table = await bytesOf(await xlsx({ A: [['Größe', '€']] }), 'xlsx', 'csv', { encoding: 'utf-16le' });
  expect(table.toString('utf16le')).toBe('\uFEFFGröße,€\n');
});

it('encodings do not cut characters in two, however long the text', async () => {
  const text = `a${'😀'.repeat(100_000)}`;
  expect((await bytesOf(text, 'txt', 'txt', { encoding: 'utf-16be' })).swap16().toString('utf16le')).toBe(
    `\uFEFF${text}`,
  );
});

it.each([
  [{}, 'a\r\nb\rc\n\nd'],
  [{ line_ends: 'lf' }, 'a\nb\nc\n\nd'],
  [{ line_ends: 'crlf' }, 'a\r\nb\r\nc\r\n\r\nd'],
])('line ends are as chosen: %j', async (options, text) => {
  expect(await textOf('a\r\nb\rc\n\nd', 'txt', 'txt', options)).toBe(text);
});

describe('tables', () => {
  const table = 'a;"b;c";"d ""e"""\n1;;"x\ny"\n007;"f,g\th|i";\n';

  it.each([
    [{}, 'a,b;c,"d ""e"""\n1,,"x\ny"\n007,"f,g\th|i",\n'],
    [{ separator: 'semicolon' }, 'a;"b;c";"d ""e"""\n1;;"x\ny"\n007;f,g\th|i;\n'],
    [{ separator: 'pipe' }, 'a|b;c|"d ""e"""\n1||"x\ny"\n007|"f,g\th|i"|\n'],
    [{ quoting: 'all' }, '"a","b;c","d ""e"""\n"1","","x\ny"\n"007","f,g\th|i",""\n'],
  ])('are written as asked: %j', async (options, text) => {
    expect(await textOf(table, 'csv', 'csv', options)).toBe(text);
  });

  it('keep their last field without an end of line, and lose the sep line of Excel', async () => {
    expect(await textOf('sep=|\r\na|b\r\nc|', 'csv', 'csv', {})).toBe('a,b\nc,\n');
    expect(await textOf('a\tb', 'tsv', 'tsv', { quoting: 'all' })).toBe('"a"\t"b"\n');
  });

  it('of workbooks are written as chosen', async () => {
    const book = await xlsx({
      Eins: [
        ['a;b', 'c,d'],
        [1, { formula: 'A2*2' }],
      ],
      Zwei: [['allein']],
    });
    const all = unzip(await bytesOf(book, 'xlsx', 'csv', { separator: 'semicolon', quoting: 'all' }));
    expect([...all].map(([name, content]) => [name, content.toString()])).toEqual([
      ['Eins.csv', '"a;b";"c,d"\n"1";"2"\n'],
      ['Zwei.csv', '"allein"\n'],
    ]);
    expect(await textOf(book, 'xlsx', 'csv', { sheet: 'Eins', separator: 'semicolon' })).toBe('"a;b";c,d\n1;2\n');
    await expect(bytesOf(book, 'xlsx', 'csv', { sheet: '3' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
