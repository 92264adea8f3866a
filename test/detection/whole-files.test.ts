import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { openZip } from '../../functions/detection/document-zip.ts';
import { isEncrypted } from '../../functions/engines/office/encryption.ts';
import { isTruncated } from '../../functions/engines/read/is-truncated.ts';
import { zip } from '../documents/package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOSTILE_BEGINNINGS } from './hostile-beginnings.ts';
import { asZip64 } from './zip64.ts';

/** Names that have rules look closer. */
const NAMES = ['a.bin', 'a.ass', 'a.ttml', 'a.lrc', 'a.docx', 'a.tar', 'a.1', 'a.obj', 'a.gltf'];

it.each(Object.entries(HOSTILE_BEGINNINGS))('a megabyte of %s is detected at once', async (_, make) => {
  const content = make();
  for (const name of NAMES) {
    // Processor time: the machine may be busy with other tests.
    const begin = process.cpuUsage();
    const found = await detectByRules(content, name).catch((error: unknown) => error);
    expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
    expect(typeof found === 'string' || found instanceof ConversionError).toBe(true);
  }
});

describe('a file as a whole', () => {
  const path = join(temporaryFolder(), 'file');

  it.each(Object.entries(HOSTILE_BEGINNINGS).filter(([name]) => /sector|table list|directory|zip/.test(name)))(
    'of %s is looked through at once',
    (_, make) => {
      writeFileSync(path, make());
      const begin = process.cpuUsage();
      isTruncated(path, 'doc');
      isEncrypted(path);
      expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
    },
  );

  it('is a zip that allocates no more than its size, whatever it states', async () => {
    const file = await zip({ 'a.txt': 'hello' });
    const directory = file.indexOf('PK\x01\x02', 0, 'latin1');
    file.writeUInt32LE(0x00ffffff, directory + 20);
    const asked: number[] = [];
    const book = openZip((position, length) => {
      asked.push(position + length);
      return file.subarray(position, position + length);
    }, file.length);
    expect(book.data('a.txt', 0x10000000)?.toString()).toBe('hello');
    expect(Math.max(...asked)).toBeLessThanOrEqual(file.length);
  });
});

const reader = (bytes: Buffer) => (position: number, length: number) => bytes.subarray(position, position + length);

it('a zip with Zip64 records is read as any other', async () => {
  const plain = await zip({ 'one.txt': 'one', 'folder/two.txt': 'two, '.repeat(99) });
  const [small, large] = [plain, await asZip64(plain)].map((bytes) => openZip(reader(bytes), bytes.length));
  expect(large?.names).toEqual(['one.txt', 'folder/two.txt']);
  for (const name of large?.names ?? []) {
    expect(large?.size(name)).toBe(small?.size(name));
    expect(String(large?.data(name, 9999))).toBe(String(small?.data(name, 9999)));
  }
});

it('a zip with hostile Zip64 records is empty', async () => {
  const bytes = await asZip64(await zip({ 'one.txt': 'one' }));
  for (const field of [8, 0]) {
    const broken = Buffer.from(bytes);
    broken.fill(0xff, bytes.length - 22 - 20 + field, bytes.length - 22 - 20 + field + 8);
    expect(openZip(reader(broken), broken.length).names).toEqual([]);
  }
  expect(await detectFormat(bytes, 'a.zip')).toBe('zip');
});
