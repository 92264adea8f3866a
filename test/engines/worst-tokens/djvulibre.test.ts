import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK } from './run-alone.ts';

const words = (listing: string) => `m.readWords(${listing}).flatMap((page) => page.words).length`;

describe('a megabyte of the worst', () => {
  it.each([
    ['open zones', words(many('(word 1 2 3 4 ')), 0],
    ['texts', words(`'(page 0 0 1 1 ' + ${many('"a"')}`), 333_333],
    ['an unclosed text', words(`'(page 0 0 1 1 "' + ${many('a')}`), 1],
  ] as const)('of %s takes linear time', (_, expression, expected) =>
    expectQuick('djvulibre/read-words.ts', expression, expected, { megabytes: 3 * QUICK.megabytes }),
  );
});
