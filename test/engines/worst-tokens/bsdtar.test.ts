import { describe, expect, it } from 'vitest';
import { checkEntries } from '../../../functions/engines/bsdtar/check-entries.ts';
import { collectEntries } from '../../../functions/engines/bsdtar/collect-entries.ts';
import type { Header } from '../../../functions/engines/bsdtar/header.ts';
import { checkMembers } from '../../../functions/engines/bsdtar/member.ts';
import { formatRecords, parseRecords } from '../../../functions/engines/bsdtar/pax-records.ts';
import { relativeLink, relativePath } from '../../../functions/engines/bsdtar/relative-path.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';
import { expectQuick } from './run-alone.ts';

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
    ['a name', header('a'.repeat(40_000))],
    ['a link', header('a', 'b'.repeat(40_000))],
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
  ])('%s is %s', (name, relative) => expect(relativePath(name)).toBe(relative));

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
    expect([...parseRecords(formatRecords(records))]).toEqual(records);
  });

  it.each(['', '5', '0 a=b\n', '99 a=b\n', 'x a=b\n', '6 abc\n', '3 =\n'])('%j is none, or empty', (text) => {
    if (text === '') expect(parseRecords(Buffer.from(text)).size).toBe(0);
    else expect(() => parseRecords(Buffer.from(text))).toThrow('damaged');
  });

  it('of a megabyte are read at once', () => {
    const bytes = Buffer.from('6 a=b\n'.repeat(170_000));
    expect(processorSeconds(() => parseRecords(bytes))).toBeLessThan(2);
    expect(processorSeconds(() => expect(() => parseRecords(Buffer.alloc(1_000_000, '1'))).toThrow())).toBeLessThan(2);
  });
});

const CPIO = 'bsdtar/read-cpio.ts';

describe('a megabyte of the worst', () => {
  it.each<[string, string, string, unknown]>([
    [
      'files on a disc in UDF',
      'bsdtar/scan-udf.ts',
      // Each with the sum of its tag.
      `(() => { const bytes = Buffer.alloc(1_048_576); for (let at = 0; at < bytes.length; at += 512) { bytes.writeUInt16LE(261, at); bytes[at + 4] = 6; bytes[at + 27] = 5; } return m.hasLinksInUdf(save(bytes)); })()`,
      false,
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
  ])('is read or refused at once: %s', (_, file, expression, expected) => expectQuick(file, expression, expected));

  it('paths that are long together are refused where 7-Zip lists them', () => {
    const name = Buffer.alloc(34_000_000);
    expect(() => checkMembers([{ name, size: 0 }])).toThrow(/too long/);
  });
});
