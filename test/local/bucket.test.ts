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

async function* of(...chunks: readonly Uint8Array[]) {
  yield* chunks;
}

async function* breaking() {
  yield Buffer.from('some of it');
  throw new Error('It broke off');
}

const read = (key: string) => text(bucket.read(key));

describe('a bucket', () => {
  it('keeps on disk what is stored, and nothing of what was deleted, replaced or broke off', async () => {
    await bucket.put('a/../../b', of(Buffer.from('first')), 'text/plain');
    await bucket.put('a/../../b', of(Buffer.from('sec'), Buffer.from('ond')), 'text/plain');
    expect(await read('a/../../b')).toBe('second');
    await expect(bucket.put('a/../../b', breaking(), 'text/plain')).rejects.toThrow('It broke off');
    expect(await read('a/../../b')).toBe('second');
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^a%2F..%2F..%2Fb~[\w-]+$/)]);
    await bucket.delete('a/../../b');
    await bucket.delete('a/../../b');
    expect(bucket.has('a/../../b')).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await expect(read('a/../../b')).rejects.toThrow();
  });

  it('lets a reader finish an object that is replaced, and then removes it', async () => {
    await bucket.put('key', of(randomBytes(2_500_000)), 'text/plain');
    let size = 0;
    for await (const chunk of bucket.read('key')) {
      size += chunk.length;
      await bucket.put('key', of(Buffer.from('new')), 'text/plain');
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
