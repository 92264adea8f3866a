import { expect, it } from 'vitest';
import { checkEntries } from '../../../functions/engines/bsdtar/check-entries.ts';
import { collectEntries } from '../../../functions/engines/bsdtar/collect-entries.ts';
import type { Header } from '../../../functions/engines/bsdtar/header.ts';
import { checkMembers } from '../../../functions/engines/bsdtar/member.ts';
import { formatRecords, parseRecords } from '../../../functions/engines/bsdtar/pax-records.ts';
import { relativeLink, relativePath } from '../../../functions/engines/bsdtar/relative-path.ts';
import { tokensOf } from '../../../functions/engines/markup.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';
import { expectQuick } from './run-alone.ts';

const pieces = (text: string, html = false) =>
  [...tokensOf(text, { html })].map(({ kind, name, start, end }) => [kind, name, text.slice(start, end)]);

it('markup is taken apart into pieces that follow each other', () => {
  const text = '<?xml?><!DOCTYPE a [<!ENTITY b ">">] ><!-- <c> --><x:A d=">" e=\'<\'>1 < 2<![CDATA[<f>]]></a><br/>';
  expect(pieces(text)).toEqual([
    ['declaration', '', '<?xml?>'],
    ['declaration', '', '<!DOCTYPE a [<!ENTITY b ">">] >'],
    ['comment', '', '<!-- <c> -->'],
    ['open', 'a', '<x:A d=">" e=\'<\'>'],
    ['text', '', '1 '],
    ['text', '', '< 2'],
    ['data', '', '<![CDATA[<f>]]>'],
    ['close', 'a', '</a>'],
    ['open', 'br', '<br/>'],
  ]);
  expect(pieces('<script>if (a<b) c = "</p>"</SCRIPT><p>', true)[1]).toEqual(['text', '', 'if (a<b) c = "</p>"']);
});

it.each(['<', '<a ', '<a b="', '<a b=" c=\'', '="', '<!--', '<!a [', ']>', '<![CDATA[', '<script>', '</style '])(
  'a megabyte of %s in markup is read at once',
  async (token) => {
    const read = `let end = 0; for (const token of m.tokensOf(text, { html: true })) { end = token.end; m.attributesOf(text.slice(token.start, token.end)); } return end > 999_990;`;
    const worst = `many(${JSON.stringify(token)})`;
    for (const text of [worst, `'<a ' + ${worst} + '>'`, `'<!DOCTYPE a [' + ${worst}`])
      await expectQuick('markup.ts', `(() => { const text = ${text}; ${read} })()`, true);
  },
);

const decode = (name: Buffer) => name.toString('latin1');
const header = (name: string, link = ''): Header => ({
  name: Buffer.from(name),
  type: link === '' ? '0' : '2',
  link: Buffer.from(link),
  ...{ mode: 0o644, uid: 0, gid: 0, owner: Buffer.alloc(0), group: Buffer.alloc(0), time: 0 },
  ...{ position: 0, length: 0, records: new Map() },
});

it('a quarter of as many names as may be, as long and as deep as may be, are looked at in seconds', () => {
  const headers = Array.from({ length: 2000 }, (_, index) => header(`${index}/${'0123456789abcd/'.repeat(250)}x`));
  expect(processorSeconds(() => checkEntries(collectEntries('', headers, decode)))).toBeLessThan(5);
});

it.each([
  ['a path', [header(`${'a/'.repeat(300)}b`)]],
  ['a name', [header('a'.repeat(40_000))]],
  ['a link', [header('a', 'b'.repeat(40_000))]],
  ['all together', Array.from({ length: 9000 }, (_, index) => header(`${index}${'a'.repeat(4000)}`))],
])('names too long for any system are refused: %s', (_, long) => {
  expect(() => collectEntries('', long, decode)).toThrow(/too long/);
  expect(() => checkMembers([{ name: Buffer.alloc(34_000_000), size: 0 }])).toThrow(/too long/);
});

it('names lose their disk, and keep dots within', () => {
  expect([relativePath('C:\\a'), relativePath('a..b/..c')]).toEqual(['a', 'a..b/..c']);
});

it.each([
  ['a', '/b', 'b'],
  ['a/b/c', '/d', '../../d'],
  ['a', '/', '.'],
])('names the link of %s to %s is one to %s', (name, target, relative) =>
  expect(relativeLink(name, target)).toBe(relative),
);

it('pax headers are read as they are written, whatever their length', () => {
  const records = [1, 5, 6, 7, 8, 90, 91, 92, 93, 94, 95, 990, 994, 100_000].map((length): [string, Buffer] => [
    `key ${length}`,
    Buffer.alloc(length, '=\n'),
  ]);
  expect([...parseRecords(formatRecords(records))]).toEqual(records);
});

it.each(['5', '0 a=b\n', '99 a=b\n', 'x a=b\n', '6 abc\n', '3 =\n'])('pax headers %j is none', (text) => {
  expect(() => parseRecords(Buffer.from(text))).toThrow('damaged');
});

it('pax headers of a megabyte are read at once', () => {
  const bytes = Buffer.from('6 a=b\n'.repeat(170_000));
  expect(processorSeconds(() => parseRecords(bytes))).toBeLessThan(2);
  expect(processorSeconds(() => expect(() => parseRecords(Buffer.alloc(1_000_000, '1'))).toThrow())).toBeLessThan(2);
});

/** A file of cpio, a symbolic link of so many bytes in hexadecimal. */
const link = (length: string) =>
  `'070701' + '00000001' + '0000a1ff' + '0'.repeat(32) + '${length}' + '0'.repeat(32) + '00000002' + '00000000' + 'a\\0'`;

it.each<[string, string, string, unknown?]>([
  [
    'files on a disc in UDF',
    'unpack-disc.ts',
    // Each with the sum of its tag.
    `(() => { const disc = Buffer.alloc(1_048_576); for (let at = 0; at < disc.length; at += 512) { disc.writeUInt16LE(261, at); disc[at + 4] = 6; disc[at + 27] = 5; } return m.hasLinksInUdf(save(disc)); })()`,
    false,
  ],
  ['links of cpio', 'read-cpio.ts', `m.readCpio(save((${link('00000000')}).repeat(8900) + '07'))`, 'UNREADABLE_FILE'],
  [
    'a link of cpio that is longer than all names may be',
    'read-cpio.ts',
    `m.readCpio(save(Buffer.concat([Buffer.from(${link('02100000')}), Buffer.alloc(0x02100000)])))`,
    'TOO_COMPLEX',
  ],
])('a megabyte of the worst is read or refused at once: %s', (_, file, expression, expected = true) =>
  expectQuick(`bsdtar/${file}`, expression, expected),
);
