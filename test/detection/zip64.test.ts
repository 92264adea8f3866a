import { expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { openZip } from '../../functions/detection/document-zip.ts';
import { zip } from '../documents/package.ts';
import { asZip64 } from './zip64.ts';

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
