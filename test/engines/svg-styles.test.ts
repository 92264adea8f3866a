import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { convertContent, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { decode } from './quarters.ts';

stopEnginesAfterwards();

const place = temporaryFolder();
const toPng = async (content: string) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${content}</svg>`;
  const { path } = await convertContent(engine, place, Buffer.from(drawing), ['svg', 'png']);
  return decode(readFileSync(path));
};
const refused = (words: string) => ({
  code: 'TOO_COMPLEX',
  message: expect.stringMatching(new RegExp(`${words}, which would take (about \\d+ seconds|hours)`)),
});
const many = (rule: string, count: number) =>
  Array.from({ length: count }, (_, i) => rule.replaceAll('#', `${i}`)).join('');

describe('styles of a drawing', () => {
  const elements = '<g><rect class="c7" width="1" height="1"/></g>'.repeat(1000);

  it.each([
    ['of classes', many('.c#{fill:blue}', 1000)],
    ['of what lies in something', many('svg g > .c#, svg .d#{fill:blue}', 100)],
    ['of what follows something', many('g ~ g .c#, svg .c#{fill:blue}', 10)],
  ])('%s are followed', async (_, rules) => {
    const { pixel } = await toPng(`<style>${rules}</style>${elements}`);
    expect(pixel(0, 0)).toEqual([0, 0, 255, 255]);
  });

  it.each([
    ['for each', many('.c#{}', 40_000), '<g/>'.repeat(60_000)],
    [
      'in something, deep inside',
      many('x .c#{}', 12_000),
      `${'<g>'.repeat(200)}${'<g/>'.repeat(1000)}${'</g>'.repeat(200)}`,
    ],
    ['behind something', many('x~.c#{}', 4000), '<g/>'.repeat(1000)],
    ['in comments and data', `/* x { */<![CDATA[${many('x~.c#{}', 4000)}]]>`, '<g/>'.repeat(1000)],
  ])('are told to be too many where there are as many elements: %s', async (_, rules, drawn) => {
    await expect(toPng(`<style>${rules}</style>${drawn}`)).rejects.toMatchObject(
      refused('rules of style for very many elements'),
    );
  });
});

describe('a text of a drawing', () => {
  const text = (letters: string, more = '') => `<text id="t" y="50" font-size="40">${letters}</text>${more}`;

  it('is drawn where it is long, or has many parts', async () => {
    for (const letters of ['word '.repeat(500), '<tspan>word</tspan>'.repeat(10_000), `a${' '.repeat(100_000)}b`]) {
      const { pixel } = await toPng(text(letters));
      const row = Array.from({ length: 100 }, (_, x) => pixel(x, 40)[3]);
      expect(row.some((alpha) => alpha === 255)).toBe(true);
    }
  });

  it.each([
    ['of words', text('word '.repeat(20_000))],
    ['of Chinese', text('\u6f22'.repeat(12_000))],
    ['that is used again and again', text('word '.repeat(1000), '<use href="#t"/>'.repeat(30))],
  ])('%s is told to be too long', async (_, drawing) => {
    await expect(toPng(drawing)).rejects.toMatchObject(refused('texts of very many letters in one piece'));
  });
});
