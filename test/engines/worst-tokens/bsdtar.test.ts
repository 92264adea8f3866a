import { describe, expect, it } from 'vitest';
import { archivedName, relativeLink } from '../../../functions/engines/bsdtar/archived-name.ts';
import { checkEntries } from '../../../functions/engines/bsdtar/check-entries.ts';
import { collectEntries } from '../../../functions/engines/bsdtar/collect-entries.ts';
import type { Header } from '../../../functions/engines/bsdtar/header.ts';
import { checkListed } from '../../../functions/engines/bsdtar/list-with-seven-zip.ts';
import { headerOf, recordsIn } from '../../../functions/engines/bsdtar/pax-records.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

const decode = (name: Buffer) => name.toString('latin1');
const header = (name: string, link = ''): Header => ({
  name: Buffer.from(name),
  type: link === '' ? '0' : '2',
  link: Buffer.from(link),
  ...{ mode: 0o644, uid: 0, gid: 0, owner: Buffer.alloc(0), group: Buffer.alloc(0), time: 0 },
  ...{ position: 0, length: 0, records: new Map() },
});

describe('names', () => {
  it('as many, as long and as deep as may be are looked at in seconds', () => {
    const folders = `${'0123456789abcd/'.repeat(250)}`;
    const headers = Array.from({ length: 8000 }, (_, index) => header(`${index}/${folders}x`));
    expect(processorSeconds(() => checkEntries(collectEntries('', headers, decode)))).toBeLessThan(20);
  });

  it.each([
    ['a path', header(`${'a/'.repeat(300)}b`)],
    ['a name', header('a'.repeat(5000))],
    ['a link', header('a', 'b'.repeat(5000))],
  ])('%s that no system unpacks is refused', (_, long) => {
    expect(() => collectEntries('', [long], decode)).toThrow(/too long/);
  });

  it('that are too much together are refused', () => {
    const headers = Array.from({ length: 9000 }, (_, index) => header(`${index}${'a'.repeat(4000)}`));
    expect(processorSeconds(() => expect(() => collectEntries('', headers, decode)).toThrow(/too long/))).toBeLessThan(
      5,
    );
  });

  it.each([
    ['a/b', 'a/b'],
    ['./a//b/', 'a/b'],
    ['/a', 'a'],
    ['//a', 'a'],
    ['C:\\a', 'a'],
    ['c:/a', 'a'],
    ['a..b/..c', 'a..b/..c'],
    ['.', ''],
    ['/', ''],
  ])('%s is %s', (name, relative) => expect(archivedName(name)).toBe(relative));

  it.each([
    ['a', '/b', 'b'],
    ['a/b/c', '/d', '../../d'],
    ['a/b', 'c', 'c'],
    ['a', '/', '.'],
  ])('the link of %s to %s is one to %s', (name, target, relative) =>
    expect(relativeLink(name, target)).toBe(relative),
  );
});

describe('pax headers', () => {
  it('are read as they are written, whatever their length', () => {
    const records = [1, 5, 6, 7, 8, 90, 91, 92, 93, 94, 95, 990, 994, 100_000].map((length): [string, Buffer] => [
      `key ${length}`,
      Buffer.alloc(length, '=\n'),
    ]);
    expect([...recordsIn(headerOf(records))]).toEqual(records);
  });

  it.each(['', '5', '0 a=b\n', '99 a=b\n', 'x a=b\n', '6 abc\n', '3 =\n'])('%j is none, or empty', (text) => {
    if (text === '') expect(recordsIn(Buffer.from(text)).size).toBe(0);
    else expect(() => recordsIn(Buffer.from(text))).toThrow('damaged');
  });

  it('of a megabyte are read at once', () => {
    const bytes = Buffer.from('6 a=b\n'.repeat(170_000));
    expect(processorSeconds(() => recordsIn(bytes))).toBeLessThan(2);
    expect(processorSeconds(() => expect(() => recordsIn(Buffer.alloc(1_000_000, '1'))).toThrow())).toBeLessThan(2);
  });
});

const CATALOG = 'bsdtar/disk-image/read-hard-links.ts';
const CPIO = 'bsdtar/read-cpio.ts';

/** What is in a volume of HFS+ whose catalog is a megabyte, in nodes of 512 bytes, which each lead to the next, and are filled so. */
const volume = (fill: string) => `(async () => {
  const bytes = Buffer.alloc(4096 + 2048 * 512);
  bytes.write('482b0004', 1024, 'hex');
  bytes.writeUInt32BE(512, 1024 + 40);
  bytes.writeUInt32BE(8, 1024 + 288);
  bytes.writeUInt32BE(2048, 1024 + 292);
  const catalog = bytes.subarray(4096);
  catalog.writeUInt32BE(1, 24);
  catalog.writeUInt16BE(512, 32);
  for (let number = 1; number < 2048; number++) {
    const node = catalog.subarray(512 * number, 512 * (number + 1));
    node.writeUInt32BE((number + 1) % 2048, 0);
    (${fill})(node, number);
  }
  return (await m.readHardLinks({ sourcePath: save(bytes) })).size;
})()`;
/** A record of a node: of a folder, or of a file that is a further name of another. */
const record = (at: string, parent: string, name: string, body: string) =>
  `Buffer.from('${'0008'}' + (${parent}).toString(16).padStart(8, '0') + '0001' + (${name}).toString(16).padStart(4, '0') + ${body}, 'hex').copy(node, ${at})`;

const LINK = `'0002' + '0'.repeat(92) + '${Buffer.from('hlnkhfs+').toString('hex')}'`;

describe('a megabyte of the worst', () => {
  it.each<[string, string, string, unknown]>([
    [
      'names of one file in a catalog',
      CATALOG,
      volume(
        `(node, number) => { node.writeUInt16BE(6, 10); for (let at = 0; at < 6; at++) { ${record('14 + 66 * at', '2', '6 * number + at', LINK)}; } for (let at = 0; at < 7; at++) node.writeUInt16BE(14 + 66 * at, 510 - 2 * at); }`,
      ),
      // A slash and an underscore are the same there.
      12_281,
    ],
    [
      'folders in folders of a catalog',
      CATALOG,
      volume(
        `(node, number) => { node.writeUInt16BE(2, 10); ${record('14', 'number + 1', '97', `'00010000' + '00000000' + (number + 2).toString(16).padStart(8, '0')`)}; ${record('36', 'number + 1', '98', LINK)}; node.writeUInt16BE(14, 510); node.writeUInt16BE(36, 508); node.writeUInt16BE(102, 506); }`,
      ),
      'UNREADABLE_FILE',
    ],
    [
      'records of a catalog in one place',
      CATALOG,
      volume(
        `(node) => { node.writeUInt16BE(200, 10); for (let at = 0; at < 201; at++) node.writeUInt16BE(14, 510 - 2 * at); }`,
      ),
      'UNREADABLE_FILE',
    ],
    [
      'nodes of a catalog that lead to each other',
      CATALOG,
      volume(`(node, number) => node.writeUInt32BE(3 - number % 3, 0)`),
      'UNREADABLE_FILE',
    ],
    [
      'files on a disc in UDF',
      'bsdtar/disk-image/scan-udf.ts',
      // Each with the sum of its tag, and as large as can be said.
      `(() => { const bytes = Buffer.alloc(1_048_576); for (let at = 0; at < bytes.length; at += 512) { bytes.writeUInt16LE(261, at); bytes[at + 4] = 6; bytes[at + 27] = 5; bytes.fill(0xff, at + 56, at + 64); } return m.scanUdf(save(bytes)).size > 1e20; })()`,
      true,
    ],
    [
      'headers of packages',
      'bsdtar/check-rpm.ts',
      `m.checkEmptyRpm(save(Buffer.from(${many('\x8e\xad\xe8\x01\0\0\0\0')}, 'latin1')))`,
      'UNREADABLE_FILE',
    ],
    [
      'links of cpio',
      CPIO,
      `m.readCpio(save(Buffer.from(('070701' + '00000001' + '0000a1ff' + '0'.repeat(32) + '00000000' + '0'.repeat(32) + '00000002' + '00000000' + 'a\\0').repeat(8900) + '07'))).length`,
      'UNREADABLE_FILE',
    ],
    [
      'a link of cpio that is longer than all names may be',
      CPIO,
      `m.readCpio(save(Buffer.concat([Buffer.from('070701' + '00000001' + '0000a1ff' + '0'.repeat(32) + '02100000' + '0'.repeat(32) + '00000002' + '00000000' + 'a\\0'), Buffer.alloc(0x02100000)]))).length`,
      'TOO_COMPLEX',
    ],
  ])('is read or refused at once: %s', (_, file, expression, expected) => {
    const { value, seconds, megabytes } = runAlone(file, expression);
    expect(value).toEqual(expected);
    expect(seconds).toBeLessThan(QUICK.seconds);
    expect(megabytes).toBeLessThan(QUICK.megabytes);
  });

  it('paths that are long together are refused where 7-Zip lists them', () => {
    const listed = { result: { exitCode: 0, signal: null, stdout: '', stderr: '' }, type: 'Udf', count: 1, size: 0 };
    expect(() => checkListed({ ...listed, letters: 34_000_000 })).toThrow(/too long/);
  });

  it('of a catalog that is larger than its volume is held nowhere', () => {
    const claim = volume('() => {}').replace(
      'const catalog',
      'bytes.writeUInt32BE(100_000, 1024 + 292); const catalog',
    );
    expect(runAlone(CATALOG, claim).value).toBe('UNREADABLE_FILE');
  });
});
