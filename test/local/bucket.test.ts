import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Bucket } from '../../local/bucket/bucket.ts';
import { readRange } from '../../local/bucket/byte-range.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
let bucket: Bucket;

beforeEach(() => {
  bucket = new Bucket(folder);
});

async function* breaking() {
  yield Buffer.from('some of it');
  throw new Error('It broke off');
}

describe('a bucket', () => {
  it('keeps what is stored where its replacement breaks off', async () => {
    await bucket.put('key', Buffer.from('first'), 'text/plain');
    await expect(bucket.put('key', breaking(), 'text/plain')).rejects.toThrow('It broke off');
    expect(await text(bucket.read('key'))).toBe('first');
    await bucket.delete('key');
    expect(await readdir(folder)).toEqual([]);
  });

  it('lets a reader finish an object that is replaced, and then removes it', async () => {
    await bucket.put('key', randomBytes(2_500_000), 'text/plain');
    let size = 0;
    for await (const chunk of bucket.read('key')) {
      size += chunk.length;
      await bucket.put('key', Buffer.from('new'), 'text/plain');
    }
    expect(size).toBe(2_500_000);
    expect(await readdir(folder)).toHaveLength(1);
    for await (const _ of bucket.read('key')) break;
    await bucket.delete('key');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a range', () => {
  it.each<[string | undefined, number, unknown]>([
    [undefined, 10, 'whole'],
    ['bytes=0-0', 10, { first: 0, last: 0 }],
    ['bytes=2-', 10, { first: 2, last: 9 }],
    ['bytes=2-99', 10, { first: 2, last: 9 }],
    ['bytes=10-12', 10, undefined],
    ['bytes=-5', 10, 'whole'],
    ['bytes=0-1,3-4', 10, 'whole'],
  ])('%s of %i bytes is %j', (header, size, range) => expect(readRange(header, size)).toEqual(range));
});
