import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK } from './run-alone.ts';

const words = (listing: string) => `m.readWords(${listing}).flatMap((page) => page.words).length`;

describe('a megabyte of the worst', () => {
  it.each([
    ['zones that are opened', words(many('(word 1 2 3 4 ')), 0],
    ['texts', words(`'(page 0 0 1 1 ' + ${many('"a"')}`), 333_333],
    ['a text without an end', words(`'(page 0 0 1 1 "' + ${many('a')}`), 1],
  ] as const)('of %s is done at once', (_, expression, expected) =>
    expectQuick('djvulibre/read-words.ts', expression, expected, { megabytes: 3 * QUICK.megabytes }),
  );
});
