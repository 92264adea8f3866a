import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { DETECTION_BYTES, detectFormat } from '../../functions/detection/detect.ts';
import { legacyEncoding } from '../../functions/detection/legacy-encoding.ts';
import { decodePlain } from '../../functions/engines/office/text-encoding.ts';
import { BIBLIOGRAPHIES, MARKUP } from '../documents/markup.ts';
import { mail, plainEml } from '../mail/mail-files.ts';
import { seededRandom } from '../support/random.ts';

/** Texts as they were stored before Unicode, in hexadecimal, and a word in each. */
// biome-ignore format: a table, one line a text
const TEXTS = [
  ['windows-1251', 'd1fae5f8fc20e6e520e5f9b820fdf2e8f520ecffe3eae8f520f4f0e0edf6f3e7f1eae8f520e1f3ebeeea', 'мягких'],
  ['koi8-r', 'f3dfc5dbd820d6c520c5dda320dcd4c9c820cdd1c7cbc9c820c6d2c1cec3d5dad3cbc9c820c2d5cccfcb', 'мягких'],
  ['ibm866', '91eaa5e8ec20a6a520a5e9f120ede2a8e520acefa3aaa8e520e4e0a0ade6e3a7e1aaa8e520a1e3abaeaa', 'мягких'],
  ['shift_jis', '82b782d782c482cc906c8ad482cd814190b682dc82ea82c882aa82e782c982b582c48ea9975282c582a082e8', '自由'],
  ['euc-jp', 'a4b9a4d9a4c6a4cebfcdb4d6a4cfa1a2c0b8a4dea4eca4caa4aca4e9a4cba4b7a4c6bcabcdb3a4c7a4a2a4ea', '自由'],
  ['euc-kr', 'b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e7', '인간은'],
  ['gb18030', 'c8cbc8cbc9fab6f8d7d4d3c9a3acd4dad7f0d1cfbacdc8a8c0fbc9cfd2bbc2c9c6bdb5c8a3acd5e2cac7ced2c3c7b5c4b9fabcd2', '自由'],
  ['big5', 'a448a448a5cda6d3a6dba5d1a141a662b44cc459a94dc576a751a457a440abdfa5adb5a5a141b36fac4fa7daadccaabab0eaae61', '自由'],
  ['windows-1253', 'bcebefe920efe920dcede8f1f9f0efe920e3e5edede9effdedf4e1e920e5ebe5fde8e5f1efe920eae1e920dff3efe9', 'άνθρωποι'],
  ['windows-1255', 'ebec20e1f0e920e4e0e3ed20f0e5ece3e520e1f0e920e7e5f8e9ef20e5f9e5e5e9ed', 'האדם'],
  ['windows-1256', 'ede6e1cf20cce3edda20c7e1e4c7d320c3cdd1c7d1c720e3cad3c7e6ede420dded20c7e1dfd1c7e3c9', 'الناس'],
] as const;

it.each(TEXTS)('a legacy encoding %s is detected by its frequent letters', async (encoding, hex, word) => {
  const bytes = Buffer.from(hex, 'hex');
  expect(legacyEncoding(bytes)).toBe(encoding);
  expect(decodePlain(bytes)).toContain(word);
  expect(await detectFormat(bytes, 'a.txt')).toBe('txt');
});

it('a legacy encoding is western where there is little beyond ASCII, and none where nothing makes sense', () => {
  expect(legacyEncoding(Buffer.from('Gr\xfc\xdfe aus K\xf6ln, sch\xf6ne Stra\xdfe', 'latin1'))).toBeUndefined();
  expect(legacyEncoding(Buffer.alloc(64, 0xfa))).toBeUndefined();
});

it('a legacy encoding is not what a text has that is UTF-8 but for a letter', () => {
  const words = Buffer.from('Привет, как дела? ');
  expect(decodePlain(Buffer.concat([words, words.subarray(1)]))).toBe('Привет, как дела? \ufffdривет, как дела? ');
  expect(decodePlain(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBe('Grüße');
});

const UNMARKED = [
  'name,age\r\nÉmile,42\r\n',
  'Все люди рождаются свободными и равными\n',
  '人人生而自由，在尊严和权利上一律平等。\n',
];
const ENCODERS = {
  'UTF-16': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16, high bytes first': (text: string) => Buffer.from(text, 'utf16le').swap16(),
} as const;

describe.each(Object.entries(ENCODERS))('%s', (_, encode) => {
  it.each(UNMARKED)('is detected, with and without a byte order mark, in %j', async (text) => {
    for (const mark of ['\uFEFF', '']) {
      const bytes = encode(mark + text);
      expect(await detectFormat(bytes, 'a.txt')).toBe('txt');
      expect(await detectFormat(bytes, 'a.csv')).toBe('csv');
      expect(decodePlain(bytes)).toBe(text);
    }
  });

  it.each([
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
    ['svg', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n\n\n'],
    ['html', '<!doctype html><title>x</title>'],
  ])('is detected in a text that is %s', async (format, text) => {
    expect(await detectFormat(encode(text), 'a')).toBe(format);
  });
});

describe('binary data', () => {
  const words = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const random = seededRandom(11);
  const noise = (least: number) => Buffer.from(Array.from({ length: 4096 }, () => least + random() * (256 - least)));

  it.each([
    ['small numbers of two bytes', words(Array.from({ length: 500 }, (_, index) => index + 3))],
    ['numbers of four bytes', Buffer.from(Uint32Array.from({ length: 500 }, (_, index) => index * 7).buffer)],
    ['EBCDIC', Buffer.from('c1c3c3d6e4d5e3404040d5c1d4c54040404040404040404040404040404040c1d4d6e4d5e3', 'hex')],
    ['noise', noise(0)],
    ['noise of high bytes', noise(0x40)],
  ])('are not detected as text: %s', async (_, bytes) => {
    await expect(detectFormat(bytes, 'a.txt')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });
});

const LICENCE = Array.from({ length: 45 }, (_, at) => `<!-- line ${at} of a licence - of "some" <kind> -->\n`).join('');

it.each([
  ['<config/>', 'xml'],
  ['<tt xmlns="http://www.w3.org/ns/ttml"/>', 'ttml'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['<FictionBook xmlns="x"/>', 'fb2'],
  ['<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'xhtml'],
  ['<office:document office:mimetype="application/vnd.oasis.opendocument.text"/>', 'fodt'],
  ['<constructor/>', 'xml'],
])('an XML text with a licence in front of it is detected by its root element: %s', async (root, format) => {
  for (const licence of [LICENCE, LICENCE.repeat(100)])
    expect(await detectFormat(Buffer.from(`<?xml version="1.0"?>\n${licence}${root}`), 'a.xml')).toBe(format);
});

const detect = (content: string, name: string) => detectFormat(Buffer.from(content), name);

/** Markup that its content tells. */
const TOLD = ['man', 'dbk', 'jats', 'ipynb', 'opml'] as const;
const written = Object.entries({ ...MARKUP, ...BIBLIOGRAPHIES }) as [FormatName, string][];

it.each(written)('markup %s is detected by its name', async (format, text) => {
  expect(await detect(text, `a.${format}`)).toBe(format);
});

it.each(TOLD)('markup %s is detected by its content', async (format) => {
  for (const name of ['a', 'a.txt', 'a.xml', 'a.rst']) expect(await detect(MARKUP[format], name)).toBe(format);
});

it('markup is plain text where neither name nor content decides', async () => {
  for (const name of ['a', 'a.txt', 'a.log']) expect(await detect(MARKUP.rst, name)).toBe('txt');
  // What is only written is read as what it is without: text.
  for (const name of ['a.adoc', 'a.texi', 'a.xwiki', 'a.tei', 'a.icml'])
    expect(await detect(MARKUP.org, name)).toBe('txt');
});

it.each([
  ['See the .TH of a manual.\n', 'a.txt', 'txt'],
  ['.\\" A comment\n\'\\" t\n\n.TH A 1\n', 'a.1', 'man'],
  [`.\\" A\n.\n.\\\\" B\n.nh\n.\n.TH A 1\n`, 'a.1', 'man'],
  [`'\\" t\n.ig\nWords\n..\n.TH A 8\n`, 'a.txt', 'man'],
  ['.SH NAME\na \\- b\n', 'a.3pm', 'man'],
  ['.SH NAME\n', 'a.txt', 'txt'],
  ['Nov 23 host kernel: .SH\n', 'syslog.1', 'txt'],
  ['.Dd May 1\n.Dt A 1\n.Sh NAME\n', 'a.1', 'txt'],
  ['<html><body><opml/></body></html>', 'a.opml', 'html'],
  ['{"properties": {"cells": {"items": {"properties": {"cell_type": 1}}}}}', 'notebook.schema.json', 'json'],
  ['{"nbformat": 4, "cells": []}', 'a.ipynb', 'ipynb'],
  ['<article><p>x</p></article>', 'a.txt', 'txt'],
  ['<article><para>x</para></article>', 'a.dbk', 'dbk'],
  ['TY  - JOUR\r\nER  - \r\n', 'a', 'ris'],
  ['<!-- c -->\n== A ==\n', 'a.wiki', 'mediawiki'],
  ["'''A''' is\n", 'a.mw', 'mediawiki'],
  // Subtitles.
  ["<tt xml:lang='en' xmlns='http://www.w3.org/ns/ttml'/>", 'a.xml', 'ttml'],
  ['<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"/>', 'a', 'ttml'],
  ['<tt><body><div><p begin="0s">x</p></div></body></tt>', 'a.ttml', 'ttml'],
  ['<tt><b>x</b></tt>', 'a.xml', 'xml'],
  ['<p><tt xmlns="http://www.w3.org/ns/ttml"/></p>', 'a.ttml', 'txt'],
  ['0\n00:00:00,1 --> 00:00:04\nHello\n', 'a', 'srt'],
  ['a --> b', 'a.srt', 'txt'],
  ['[00:01.00] la\nla la\n', 'a.lrc', 'lrc'],
  ['[00:01.00] la\nla la\n', 'a.txt', 'txt'],
  ['[Script Info]\nTitle: x\n', 'a', 'ass'],
  ['; by hand\r\n\r\n!: old comment\r\n[SCRIPT INFO]\r\n', 'a.txt', 'ass'],
  ['[V4+ Styles]\n', 'a', 'ass'],
  ['// made by a program\nVersion 1\n\n[Script Info]\n', 'a.ass', 'ass'],
  ['see [Script Info]\n', 'a.txt', 'txt'],
  ['Settings\n[Script Info]\n', 'a.ini', 'txt'],
  // Mail, by its headers, and by the name where there are few.
  ['From: me\nSubject: notes\n\nText.\n', 'a.eml', 'eml'],
  ['From: me\nSubject: notes\n\nText.\n', 'a.txt', 'txt'],
  ['From a@b Mon May  6 07:08:09 2024\nX-Odd: a\n\nText.\n', 'a.mbox', 'mbox'],
  ['From a@b Mon May  6 07:08:09 2024\nX-Odd: a\n\nText.\n', 'a.txt', 'txt'],
  ['Dear all,\n\nFrom: me\nDate: today\nMessage-ID: <1@b>\nMIME-Version: 1.0\n', 'a.txt', 'txt'],
  ['from: a\nto: b\ndate: c\nsubject: d\nversion: 1\n', 'a.yaml', 'yaml'],
  ['Only text, and no header.\n', 'a.eml', 'txt'],
  ['From: <Saved>\nSnapshot-Content-Location: https://x.example\nDate: b\nMIME-Version: 1.0\n\n', 'a.mht', 'mhtml'],
  [
    'MIME-Version: 1.0\nContent-Type: multipart/related;\n\tboundary="b"\nA message in many parts.\n\n--b\n',
    'a.mht',
    'mhtml',
  ],
])('a text is detected by its beginning, not by words in it: %j as %s is %s', async (text, name, format) => {
  expect(await detect(text, name)).toBe(format);
});

it('markup is not detected by its name where it is not text', async () => {
  await expect(detectFormat(Buffer.from([0, 1, 2, 3, 0xff, 0, 0, 9]), 'a.tex')).rejects.toMatchObject({
    code: 'UNKNOWN_FORMAT',
  });
});

it('mail sees mails and mailboxes of another program, whatever they are called', async () => {
  for (const name of ['full.eml', 'signed.eml', 'sealed-smime.eml', 'koi8-r-base64.eml'])
    expect(await detectFormat(mail(name), 'x.txt'), name).toBe('eml');
  expect(await detectFormat(mail('box.mbox'), 'x')).toBe('mbox');
  expect(await detectFormat(mail('full.msg'), 'x.doc')).toBe('msg');
});

it('mail detects a mail in an undeclared encoding', async () => {
  const head = plainEml('').toString('latin1');
  expect(await detectFormat(Buffer.from(`${head}gr\xfc\xdfe`, 'latin1'), 'x')).toBe('eml');
});

it('mail takes linear time for any lines', async () => {
  for (const line of ['From: a\n', 'From ', 'From a ', ' ', '\n', ':', 'a', 'From a 1:11 1'])
    expect(await detectFormat(Buffer.from(line.repeat(Math.ceil(DETECTION_BYTES / line.length))), 'a.txt')).toBe('txt');
});
