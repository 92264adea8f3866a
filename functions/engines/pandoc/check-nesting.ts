import type { FormatName } from '../../conversion/formats.ts';
import { tooComplex } from './limits.ts';

/**
 * Measures how deep the lists of a text lie in each other: lines that begin further to the right, of items only or of
 * anything, or with more marks.
 */
type Measure = (text: string) => number;

/**
 * The deepest lists that are read of formats whose readers take the cube of their depth, or twice as long with each level.
 * Measured: 200 levels take a second or less, 400 up to a minute; of TWiki and txt2tags 12 take a second, 16 ten.
 */
const READERS: Partial<Record<FormatName, { readonly measure: Measure; readonly deepest: number }>> = {
  md: { measure: (text) => depthOfIndents(text, () => true), deepest: 200 },
  rst: { measure: (text) => depthOfIndents(text, () => true), deepest: 200 },
  org: { measure: (text) => depthOfIndents(text, () => true), deepest: 200 },
  mediawiki: { measure: mostMarks, deepest: 100 },
  creole: { measure: mostMarks, deepest: 100 },
  twiki: { measure: (text) => depthOfIndents(text, isItem), deepest: 12 },
  t2t: { measure: (text) => depthOfIndents(text, isItem), deepest: 12 },
};

const UNLIMITED = { measure: () => 0, deepest: 0 } as const;

/** Brackets within each other, or that are never closed, in all texts of a notebook: each is tried with all that follows. */
const DEEPEST_BRACKETS = 2000;

/**
 * Refuses texts with lists so deep in each other that pandoc takes minutes to read them.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkNesting(text: string, format: FormatName): void {
  if (format === 'ipynb') checkNotebook(text);
  else checkLists(text, format);
}

function checkLists(text: string, format: FormatName): void {
  const { measure, deepest } = READERS[format] ?? UNLIMITED;
  if (measure(text) > deepest)
    throw tooComplex(
      `The text has lists or quotations within each other, more than ${deepest} deep. Simplify it first.`,
    );
}

function checkNotebook(json: string): void {
  let squares = 0;
  for (const text of markdownIn(json)) {
    checkLists(text, 'md');
    squares += deepestBracket(text) ** 2;
  }
  if (squares > DEEPEST_BRACKETS ** 2)
    throw tooComplex(
      `The notebook has brackets within each other, or not closed, more than ${DEEPEST_BRACKETS} deep. Remove them first.`,
    );
}

/** Each line lies within those above it that begin left of it, up to the nearest that begins where nothing does. */
function depthOfIndents(text: string, counts: (line: string, indent: number) => boolean): number {
  const open: number[] = [];
  let deepest = 0;
  for (const line of linesOf(text)) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while ((open.at(-1) ?? -1) >= indent) open.pop();
    if (!counts(line, indent)) continue;
    open.push(indent);
    deepest = Math.max(deepest, open.length);
  }
  return deepest;
}

/** Whether a line is an item of a list. */
function isItem(line: string, indent: number): boolean {
  return '*+-:'.includes(line.charAt(indent)) || line[indent + 1] === '.';
}

/** The most marks of lists, and of what is indented, with which a line of a wiki begins; a line of nothing else is none. */
function mostMarks(text: string): number {
  let most = 0;
  for (const line of linesOf(text)) most = Math.max(most, line.search(/[^*#:;]/));
  return most;
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end);
    start = end + 1;
  }
}

function deepestBracket(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') deepest = Math.max(deepest, ++depth);
    else if (text[at] === ']' && depth > 0) depth--;
  }
  return deepest;
}

/** The texts of a notebook that are read as Markdown; what is no notebook has none. */
function markdownIn(json: string): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(json, (key, value: unknown) => {
      if (key === 'source' || key === 'text/markdown') texts.push(textOf(value));
      return value;
    });
  } catch {
    return [];
  }
  return texts;
}

/** A text of a notebook: all of it, or its lines. */
function textOf(value: unknown): string {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
  return lines.filter((line) => typeof line === 'string').join('');
}
