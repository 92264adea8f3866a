import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK } from './run-alone.ts';

describe('a megabyte of the worst', () => {
  it.each([
    ['links that do not end', 'clean-text.ts', `m.cleanText(${many('<a href="')}).includes('<a')`, false],
    ['links in links', 'clean-text.ts', `m.cleanText(${many('/a><a href="')} + '">').includes('<a')`, false],
    ['half entities', 'clean-text.ts', `m.cleanText(${many('&a')}).length`, 3_000_000],
    [
      'Arabic letters with spaces',
      'clean-text.ts',
      `m.cleanText('\u0627' + ${many(' ')} + '\u0627', true).length`,
      1_000_002,
    ],
    ['marks', 'logical-order.ts', `m.logicalOrder('\u0627' + ${many('\u064b')}, true).length`, 1_000_001],
    ['blanks in a rule', 'clean-html.ts', `[...m.cleanPages('<!-- Page 1 -->\\n' + ${many(' ')})].length`, 1],
    [
      'a picture on a page',
      'clean-html.ts',
      `[...m.cleanPages('<!-- Page 1 -->\\n<img width="1" height="1" src="data:image/png;base64,' + ${many('A', 60)} + '" alt="x"/>')].join('').includes('base64')`,
      true,
    ],
    ['titles', 'clean-html.ts', `m.titleOf(${many('<title>')}, '/')`, 'Document'],
    ...['beginbf', 'beginbf endbf ', '/ActualText', '/ActualText<feff0644'].map(
      (token) =>
        [
          `what may hold ligatures, ${token.trim()}`,
          '../qpdf/reverse-ligatures.ts',
          `(() => { const bytes = Buffer.from(${many(token)} + '>'); m.rewriteLigatures(bytes); return bytes.length > 900_000; })()`,
          true,
        ] as const,
    ),
    ['properties', 'clean-text.ts', `m.cleanRule(${many('color:')}).length`, 0],
  ] as const)('of %s is done at once', (_, file, expression, expected) =>
    expectQuick(`poppler/${file}`, expression, expected, { megabytes: 2 * QUICK.megabytes }),
  );
});
