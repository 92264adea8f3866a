import { describe, expect, it } from 'vitest';
import { boxesIn, findBox } from '../../../functions/engines/read/boxes.ts';
import { ByteReader } from '../../../functions/engines/read/byte-reader.ts';
import { animationControl, chunksIn, IFF, RIFF } from '../../../functions/engines/read/chunks.ts';

const refuse = (reason: string) => new Error(`refused: ${reason}`);
const readerOf = (...parts: (string | number[])[]) =>
  ByteReader.of(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
    refuse,
  );

describe('a reader of bytes', () => {
  it.each([
    [8, 1],
    [7, 2],
    [-1, 1],
    [0, 2 ** 40],
  ])('refuses a range beyond the end of eight bytes: at %i, %i bytes', (at, length) => {
    expect(() => readerOf([1, 2, 3, 4, 5, 6, 7, 8]).bytes(at, length)).toThrow('refused');
  });
});

describe('a walk through chunks', () => {
  const typesIn = (reader: ByteReader, layout: typeof RIFF) => [...chunksIn(reader, layout, 0)].map(({ type }) => type);

  it('refuses a chunk that ends behind the file', () => {
    expect(() => typesIn(readerOf('ABCD', [9, 0, 0, 0], 'x'), RIFF)).toThrow('refused');
  });

  it('finds the frames and the loop count of an animated PNG only in acTL, not in pixels that look like it', () => {
    const signature = [137, 80, 78, 71, 13, 10, 26, 10];
    const control = [[0, 0, 0, 8], 'acTL', [0, 0, 0, 3, 0, 0, 0, 2], [0, 0, 0, 0]] as const;
    expect(
      animationControl(readerOf(signature, ...control.map((part) => (typeof part === 'string' ? part : [...part])))),
    ).toEqual({
      frames: 3,
      loopCount: 2,
    });
    expect(animationControl(readerOf(signature, [0, 0, 0, 4], 'IDATacTL', [0, 0, 0, 0]))).toBeUndefined();
  });

  it('takes less than a second for a megabyte of empty chunks', () => {
    const reader = ByteReader.of(Buffer.alloc(1_000_000), refuse);
    const began = performance.now();
    expect(typesIn(reader, IFF).length).toBe(125_000);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('a walk through boxes', () => {
  const long = [[0, 0, 0, 1], 'wide', [0, 0, 0, 0, 0, 0, 0, 17], 'x'] as const;

  it('finds boxes with a large size, and a last one up to the end', () => {
    const reader = readerOf([...long[0]], long[1], [...long[2]], long[3], [0, 0, 0, 0], 'moov', 'abc');
    expect([...boxesIn(reader)]).toEqual([
      { type: 'wide', from: 16, end: 17 },
      { type: 'moov', from: 25, end: 28 },
    ]);
    expect(findBox(reader, 'meta')).toBeUndefined();
  });

  it('ends at an invalid size, and clips a box to its parent', () => {
    expect([...boxesIn(readerOf([0, 0, 0, 3], 'moov', 'abc'))]).toEqual([]);
    expect([...boxesIn(readerOf([0, 0, 0, 99], 'moov', 'abc'))]).toEqual([{ type: 'moov', from: 8, end: 11 }]);
  });

  it('reads at most a thousand boxes of a megabyte of them', () => {
    const many = Buffer.alloc(1_000_000);
    for (let at = 0; at < many.length; at += 8) many.writeUInt32BE(8, at);
    expect([...boxesIn(ByteReader.of(many, refuse))].length).toBe(1000);
  });
});
