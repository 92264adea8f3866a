import { describe, expect, it } from 'vitest';
import { judgeFormat } from '../../functions/detection/judge-format.ts';
import { office } from '../../functions/engines/office.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { asJson, codeOf, convertData } from './convert-data.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

/** As Python's plistlib writes it, with a value of each kind. */
const FILE = Buffer.from(
  [
    '62706c6973743030da0102030405060708090a0b0c0d0e1112191a1b1c51625164516655696e6e6572546c6f6e67516e546e',
    '616d655172517451754201023341c5c854a000000008d10f105178a05f101461616161616161616161616161616161616161',
    '61a6131415161718100113fffffffffffffffe11012c12000111701300000100000000001400000000000000008000000000',
    '00000063005a006f00eb233ff8000000000000098007081d1f2123292e303537393b3e47484b4d4e656c6e777a7f8899a0a9',
    'aa0000000000000101000000000000001d000000000000000000000000000000ac',
  ].join(''),
  'hex',
);

/** A property list of objects, the first of which is the outermost. */
function plistOf(objects: readonly (readonly number[])[], { references = 1, top = 0, table = -1 } = {}): Buffer {
  const body = Buffer.from(objects.flat());
  let at = 8;
  const offsets = Buffer.alloc(4 * objects.length);
  for (const [index, object] of objects.entries()) {
    offsets.writeUInt32BE(at, 4 * index);
    at += object.length;
  }
  const trailer = Buffer.alloc(32);
  trailer.set([4, references], 6);
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(top), 16);
  trailer.writeBigUInt64BE(table < 0 ? BigInt(at) : BigInt(table), 24);
  return Buffer.concat([Buffer.from('bplist00'), body, offsets, trailer]);
}

describe('a binary property list', () => {
  it('is found by its beginning, whatever it is called', async () => {
    expect(await judgeFormat(FILE, 'Info.plist')).toBe('plist');
    expect(await judgeFormat(FILE, 'a.bin')).toBe('plist');
  });

  it('is what it would be in XML', async () => {
    const { content } = await convertData(folder, FILE, { from: 'plist', to: 'yaml' });
    expect(String(content)).toContain('9223372036854775808');
    expect(await asJson(folder, FILE, 'plist')).toMatchObject({
      name: 'Zoë',
      n: [1, -2, 300, 70_000, 2 ** 40, 2 ** 63],
      r: 1.5,
      t: true,
      f: false,
      d: '2024-02-29T12:00:00Z',
      b: 'AQI=',
      long: 'a'.repeat(20),
      u: { CF$UID: 7 },
      inner: { x: [] },
    });
  });

  it('is shown as that where it is a document', async () => {
    const { content } = await convertData(folder, FILE, { from: 'plist', to: 'odt', engine: office });
    expect(content.subarray(0, 2).toString()).toBe('PK');
    const text = await convertData(folder, content, { from: 'odt', to: 'txt', engine: office });
    expect(String(text.content)).toContain('<string>Zoë</string>');
  });

  const array = (...references: number[]) => [0xa0 + references.length, ...references];
  it.each<[string, Buffer]>([
    ['a list within itself', plistOf([array(0)])],
    ['lists that double', plistOf(Array.from({ length: 60 }, (_, at) => array(at + 1, at + 1)).concat([[0x08]]))],
    ['an object that is not there', plistOf([array(7)])],
    ['a table beyond the end', plistOf([[0x08]], { table: 1_000_000 })],
    ['an outermost object that is not there', plistOf([[0x08]], { top: 9 })],
    ['references of no size', plistOf([array(0)], { references: 0 })],
    ['references of many bytes', plistOf([array(0)], { references: 200 })],
    ['a list of more than there is', plistOf([[0xaf, 0x12, 0x7f, 0xff, 0xff, 0xff]])],
    ['a text of more than there is', plistOf([[0x5f, 0x12, 0x7f, 0xff, 0xff, 0xff]])],
    ['a length of many bytes', plistOf([[0x5f, 0x1f]])],
    ['an object of no kind', plistOf([[0xf0]])],
    ['a date that is none', plistOf([[0x33, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]])],
    ['nothing', Buffer.from('bplist00')],
    ['half of it', FILE.subarray(0, 200)],
  ])('is refused: %s', async (_, file) => {
    expect(await codeOf(convertData(folder, file, { from: 'plist', to: 'json' }))).toMatch(
      /^(UNREADABLE_FILE|TOO_COMPLEX)$/,
    );
  });
});
