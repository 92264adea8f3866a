import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openZip } from '../../functions/detection/document-zip.ts';
import { isEncrypted } from '../../functions/engines/office/encryption.ts';
import { isTruncated } from '../../functions/engines/read/is-truncated.ts';
import { zip } from '../documents/package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOSTILE_BEGINNINGS } from './hostile-beginnings.ts';

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
