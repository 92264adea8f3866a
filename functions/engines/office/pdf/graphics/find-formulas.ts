import { around, type Box, CAPTION, isOver, type Line, overlaps, sizeOf, textOf, widen } from '../page.ts';
import type { Figure } from './figure.ts';
import type { Rule, Rules } from './find-rules.ts';

/** Signs that are larger than letters: operators with limits, roots, and the parts of large brackets. */
const LARGE = /[∏-∑∫-∳⋀-⋃⨀-⨆√∐⎛-⎳]/u;
/** Fonts of formulas. */
const MATH = /math|^CM(?:B?SY|MIB?|EX)\d|^MS[AB]M\d|symbol|^MT ?Extra/i;
const MATH_LETTER = /[\u{1d400}-\u{1d7ff}]/u;
/** TeX's font of what is large, whose letters hang below their line: by how much, as a multiple of the size. */
const HANGING = /^CMEX\d/;
const DEPTH = 1.3;
/** What stands beside a fraction. */
const RELATION = /[=+−±×·<>≤≥≈∼≡∝→]$/u;
const RELATION_BEHIND = /^[=+−±×·<>≤≥≈∼≡∝→,.)]/u;
const NUMBER = /^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/;
/** What cases begin with, the least count of these, and how far their beginnings are from each other, in points. */
const OPENING = /[={]$/;
const LEAST_CASES = 2;
const ALIGNED = 12;
/** How far parts of a formula are from each other, in points. */
const BESIDE = 16;
const BELOW = 3;
/** The least side of what is drawn and is of no formula, in points. */
const THICK = 8;
/** How far accents and large brackets reach beyond the boxes of words, in points. */
const ACCENT = 2;
const BRACKET = 8;
/** How far texts are that are as wide as the column, in points. */
const NEIGHBOURS = 40;
/** How far a fraction's parts are from its line, and their middles from that of the line, in points. */
const OFF_BAR = 8;
const OFF_MIDDLE = 4;
/** Words of so many letters are of a text, and so many of them, which have the larger share of all letters. */
const WORD = /\p{L}{3,}/gu;
const LEAST_WORDS = 3;
/** Pages with more lines are not looked at, nor rules where this is less than their count times that of the lines. */
const MOST_LINES = 2000;
const MOST_WORK = 5_000_000;
/** The largest count of formulas that are looked at, and how often what is near is looked for. */
const MOST_SEEDS = 100;
const MOST_PASSES = 20;

/**
 * Finds formulas that are no line of text: with fractions, or large operators, roots and brackets, between the lines of a
 * text. Their parts are lines in no order that a text has.
 * @param partsOf finds the parts of what is drawn on the page without its words
 */
export function findFormulas(
  { upright, rules }: { readonly upright: readonly Line[]; readonly rules: Rules },
  partsOf: () => readonly Box[],
): Figure[] {
  if (upright.length > MOST_LINES) return [];
  const [texts, parts] = [upright.filter(isText), upright.filter((line) => !isText(line))];
  const isMany = rules.across.length * parts.length > MOST_WORK;
  const fractions = isMany ? [] : rules.across.flatMap((rule) => fractionOf(rule, parts));
  const large = parts.filter((line) => LARGE.test(textOf(line)) || hangs(line)).map(hanging);
  const seeds = [...fractions, ...large, ...parts.flatMap((line) => casesOf(line, parts))];
  const formulas: Figure[] = [];
  for (const seed of seeds.slice(0, MOST_SEEDS)) {
    if (formulas.some((formula) => overlaps(formula, seed))) continue;
    const { box, lines } = grow(seed, parts, fractions);
    if (lines.length < 2 || texts.some((text) => overlaps(text, widen(around(lines), -1)))) continue;
    if (rules.down.some((rule) => isNear(rule, box)) || formulas.some((formula) => overlaps(formula, box))) continue;
    if (partsOf().some((part) => isDrawing(part) && overlaps(part, box))) continue;
    const number = upright.find((line) => isNumberOf(line, box, upright));
    const all = number ? [...lines, number] : lines;
    formulas.push({ ...between(texts, around([box, ...all]), around(all)), lines: all, formula: true });
  }
  return formulas;
}

/** Whether a part of what is drawn is more than a rule, or a bracket. */
const isDrawing = ({ left, right, top, bottom }: Box) => Math.min(right - left, bottom - top) > THICK;

/** Whether a line is of a text: most of its letters are of words. */
function isText(line: Line): boolean {
  const text = line.runs.flatMap((run) => (run.raised ? [] : run.text)).join('');
  const words = text.match(WORD) ?? [];
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  return CAPTION.test(text) || (words.length >= LEAST_WORDS && words.join('').length > letters / 2);
}

const hangs = ({ runs }: Line) => runs.some(({ font }) => HANGING.test(font.family));

/** The box of a line with its letters that hang below it. */
const hanging = (line: Line): Box => (hangs(line) ? { ...line, bottom: line.bottom + sizeOf(line) * DEPTH } : line);

/** The box of cases behind a sign, of which one is above the other. */
function casesOf(line: Line, parts: readonly Line[]): Box[] {
  if (!OPENING.test(textOf(line).trim())) return [];
  const middle = (line.top + line.bottom) / 2;
  const beside = parts.filter(({ left }) => left > line.right - 1 && left < line.right + BESIDE);
  const near = beside.filter(({ top, bottom }) => bottom > line.top - BESIDE && top < line.bottom + BESIDE);
  const [above, below] = [near.some(({ bottom }) => bottom < middle + 2), near.some(({ top }) => top > middle - 2)];
  const lefts = near.map(({ left }) => left);
  const aligned = Math.max(...lefts) - Math.min(...lefts) < ALIGNED;
  return near.length >= LEAST_CASES && above && below && aligned && near.some(isMath) ? [around([line, ...near])] : [];
}

const isMath = (line: Line) => MATH_LETTER.test(textOf(line)) || line.runs.some(({ font }) => MATH.test(font.family));

/** The box of a fraction, where a rule is the line of one: with something above and below its middle, and a sign beside it. */
function fractionOf({ at, from, to }: Rule, parts: readonly Line[]): Box[] {
  const middle = (from + to) / 2;
  const isIn = ({ left, right }: Box) =>
    Math.abs((left + right) / 2 - middle) < OFF_MIDDLE && left > from - OFF_MIDDLE && right < to + OFF_MIDDLE;
  const above = parts.find((line) => isIn(line) && line.bottom > at - OFF_BAR && line.bottom < at + 2);
  const below = parts.find((line) => isIn(line) && line.top < at + OFF_BAR && line.top > at - 2);
  const beside = parts.some((line) => {
    if (line.top > at || line.bottom < at) return false;
    const [before, behind] = [from - line.right, line.left - to];
    if (before > -2 && before < BESIDE) return RELATION.test(textOf(line).trim());
    return behind > -2 && behind < BESIDE && RELATION_BEHIND.test(textOf(line).trim());
  });
  return above && below && beside ? [around([above, below, { left: from, right: to, top: at, bottom: at }])] : [];
}

/** A box with the parts that are near to it, and to these. */
function grow(seed: Box, parts: readonly Line[], fractions: readonly Box[]) {
  let [box, lines]: [Box, readonly Line[]] = [seed, []];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const { left, right, top, bottom } = box;
    const room = { left: left - BESIDE, right: right + BESIDE, top: top - BELOW, bottom: bottom + BELOW };
    const near = parts.filter((line) => overlaps(line, room));
    if (near.length === lines.length) break;
    lines = near;
    box = around([box, ...near.map(hanging), ...fractions.filter((fraction) => overlaps(fraction, room))]);
  }
  return { box, lines };
}

/** A box with room for accents and large brackets, up to the texts above and below its lines, and no further than these. */
function between(texts: readonly Line[], box: Box, lines: Box): Box {
  const over = texts.filter((text) => isOver(text, lines));
  const above = over.filter((text) => text.bottom < lines.top + 1);
  const below = over.filter((text) => text.top > lines.bottom - 1);
  const column = around([box, ...over.filter((text) => overlaps(text, widen(lines, NEIGHBOURS)))]);
  const [ceiling, floor] = [around(above).bottom, around(below).top - 1];
  return {
    left: Math.max(box.left - BRACKET, column.left),
    right: Math.min(box.right + BRACKET, column.right),
    top: Math.min(Math.max(box.top - ACCENT, ceiling), lines.top),
    bottom: Math.max(Math.min(box.bottom + ACCENT, floor), lines.bottom),
  };
}

/** Whether a rule goes down beside a box, as in a table. */
const isNear = ({ at, from, to }: Rule, { left, right, top, bottom }: Box) =>
  at > left - BESIDE && at < right + BESIDE && from < bottom && to > top;

/** Whether a line is the number of a formula, at its right with nothing in between. */
function isNumberOf(line: Line, box: Box, upright: readonly Line[]): boolean {
  if (line.left < box.right || line.top > box.bottom || line.bottom < box.top) return false;
  if (!NUMBER.test(textOf(line).trim())) return false;
  const gap = { ...line, left: box.right, right: line.left };
  return !upright.some((other) => other !== line && overlaps(other, gap));
}
