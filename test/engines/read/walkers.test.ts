import { expect, it } from 'vitest';
import { boxesIn } from '../../../functions/engines/read/boxes.ts';
import { ByteReader } from '../../../functions/engines/read/byte-reader.ts';
import { animationControl, chunksIn } from '../../../functions/engines/read/chunks.ts';

const refuse = (reason: string) => new Error(`refused: ${reason}`);
const readerOf = (...parts: (string | number[])[]) =>
  ByteReader.of(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
    refuse,
  );

it('a walk through chunks finds the frames and the loop count of an animated PNG only in acTL, not in pixels that look like it', () => {
  const signature = [137, 80, 78, 71, 13, 10, 26, 10];
  const control = readerOf(signature, [0, 0, 0, 8], 'acTL', [0, 0, 0, 3, 0, 0, 0, 2], [0, 0, 0, 0]);
  expect(animationControl(control)).toEqual({ frames: 3, loopCount: 2 });
  expect(animationControl(readerOf(signature, [0, 0, 0, 4], 'IDATacTL', [0, 0, 0, 0]))).toBeUndefined();
  expect(() => [...chunksIn(readerOf(signature, [0, 0, 0, 9], 'IDATx', [0, 0, 0, 0]))]).toThrow('refused');
});

it('a walk through chunks takes less than a second for a megabyte of empty chunks', () => {
  const reader = ByteReader.of(Buffer.alloc(1_000_000), refuse);
  const began = performance.now();
  expect([...chunksIn(reader)].length).toBe(83_332);
  expect(performance.now() - began).toBeLessThan(1000);
});

it('a walk through boxes clips a box to its parent, ends at an invalid size, and after a thousand', () => {
  expect([...boxesIn(readerOf([0, 0, 0, 3], 'moov', 'abc'))]).toEqual([]);
  expect([...boxesIn(readerOf([0, 0, 0, 99], 'moov', 'abc'))]).toEqual([{ type: 'moov', from: 8, end: 11 }]);
  const many = Buffer.alloc(1_000_000, Buffer.from([0, 0, 0, 8, 0, 0, 0, 0]));
  expect([...boxesIn(ByteReader.of(many, refuse))].length).toBe(1000);
});
