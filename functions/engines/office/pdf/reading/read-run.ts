import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBytes, LIMITS } from '../../../poppler/limits.ts';
import { tooComplex } from '../../../refusals.ts';
import { fillWords, isBand, withoutFills } from '../graphics/fill-words.ts';
import { drawnBullets } from '../graphics/find-bullets.ts';
import { findDividers } from '../graphics/find-dividers.ts';
import { type Drawn, findPictures } from '../graphics/find-pictures.ts';
import { FAINT_IN_SCAN, findRules, type Rule, type Rules } from '../graphics/find-rules.ts';
import { withoutLinkFrames } from '../graphics/link-frames.ts';
import { type Ground, readPixels, writePart } from '../graphics/pixels.ts';
import { underlineWords } from '../graphics/underline-words.ts';
import type { Box, Line, Page, PagePicture } from '../page.ts';
import { cleanScan, isScanned, styleHidden } from '../scans/scanned-page.ts';
import { isSurroundings } from '../scans/surroundings.ts';
import { buildGrids } from '../tables/build-grids.ts';
import type { TaggedText } from '../tags/tag.ts';
import { tagWords } from '../tags/tag-words.ts';
import { taggedTables } from '../tags/tagged-tables.ts';
import { joinWords } from '../words/join-words.ts';
import { readStyles } from '../words/read-styles.ts';
import { readWords, type Word } from '../words/read-words.ts';
import { joinRotated, sidewaysOf, turnOf, withRotated } from '../words/rotated-words.ts';
import { styleWords } from '../words/style-words.ts';
import { FILES, SCALE } from './run-files.ts';

/** The largest count of words of a page; more are a picture made of letters. */
const MOST_WORDS = 20_000;

/** The folders of a run of pages: the output of Poppler, and what is made of it, where Poppler cannot write. */
export interface RunFolders {
  readonly found: string;
  readonly made: string;
  /** The number of the first page. */
  readonly first: number;
}

/**
 * Combines the output of Poppler for some pages. Returns the size of their pictures in bytes.
 * @param whole whether everything that is drawn on a page is one picture behind its text
 * @param tags the tagged texts of each page
 */
export async function readRun(
  { found, made, first }: RunFolders,
  { whole, tags }: { readonly whole: boolean; readonly tags: ReadonlyMap<number, readonly TaggedText[]> },
): Promise<number> {
  const [words, styles] = await Promise.all([FILES.words, FILES.styles].map((name) => readText(join(found, name))));
  const [looks, grounds] = [readStyles(styles ?? '', SCALE), await listGrounds(found)];
  const pages: Page[] = [];
  let bytes = 0;
  for (const [index, found] of readWords(words ?? '').entries()) {
    if (found.length > MOST_WORDS) throw tooComplex(`A page of the file has more than ${MOST_WORDS} words.`);
    const { width, height, stretches } = looks[index] ?? { width: 595, height: 842, stretches: [] };
    const drawn = await takeGround(grounds[index], width);
    const scan = drawn && isScanned(found, stretches) ? cleanScan(found, drawn) : undefined;
    const [all, ground] = scan ? [scan.words, scan.ground] : [tagWords(found, tags.get(first + index)), drawn];
    const rules = ground
      ? withoutLinkFrames(findRules(ground.pixels, ground.scale, scan && FAINT_IN_SCAN), all)
      : { across: [], down: [] };
    const style = (own: readonly Word[]) => {
      if (scan) return styleHidden(own, scan.bold);
      const styled = styleWords(own, stretches);
      if (!ground || whole) return styled;
      return fillWords(underlineWords(styled, rules.across), ground.pixels, ground.scale);
    };
    const read = readLines(all, style, rules);
    const marked = ground && !whole ? drawnBullets(read.upright, ground.pixels, ground.scale) : read.upright;
    const lines = numberBands(marked, rules.across);
    const { rotated, ...content } = whole
      ? { rotated: read.rotated, lines, tables: [] }
      : buildTables(lines, rules, read.rotated);
    const boxes = ground ? picturesOf({ words: all, width, height }, ground, whole) : [];
    // The borders of a table are not a picture.
    const kept = boxes.filter((box) => {
      if (content.tables.some((table) => isAbout(box, table))) return false;
      if (scan && !whole && isSurroundings(box, scan.ground, all)) return false;
      return whole || !ground || !isBand(box, read.upright, ground.pixels, ground.scale);
    });
    const { pictures, size } = await cutPictures(kept, ground, join(made, `${index}`));
    const turn = turnOf(all);
    const others = { words: all, framed: [...content.tables, ...kept] };
    const dividers = ground && !whole ? findDividers(rules.across, ground, others) : [];
    pages.push({
      width,
      height,
      ...content,
      lines: withoutFills(withRotated(content.lines, rotated), kept),
      pictures,
      ...(dividers.length > 0 && { dividers }),
      ...(turn && { turn }),
      ...(scan && { scanned: true }),
    });
    bytes += size;
  }
  await writeFile(join(made, FILES.pages), JSON.stringify(pages));
  return bytes;
}

async function readText(path: string): Promise<string> {
  checkBytes((await stat(path)).size, LIMITS.text);
  return readFile(path, 'utf8');
}

async function listGrounds(folder: string): Promise<string[]> {
  const number = (name: string) => Number(/^ground(\d+)\.png$/.exec(name)?.[1]);
  const names = (await readdir(folder)).filter((name) => /^ground\d+\.png$/.test(name));
  return names.sort((a, b) => number(a) - number(b)).map((name) => join(folder, name));
}

/** The tables that rules divide, and others that are tagged. */
function buildTables(all: readonly Line[], rules: Rules, upwards: readonly Line[]) {
  const { tables, lines, rotated } = buildGrids(all, rules, upwards);
  const tagged = taggedTables(lines, rules);
  return { tables: [...tables, ...tagged.tables], lines: tagged.lines, rotated };
}

/** The lines of words, and those that are rotated. */
function readLines(words: readonly Word[], style: (words: readonly Word[]) => Line[], rules: Rules) {
  const turned = sidewaysOf(words);
  const [upright, rotated] = [words.filter((word) => !turned.has(word)), words.filter((word) => turned.has(word))];
  return { upright: joinWords(style(upright), rules.down), rotated: joinRotated(style(rotated)) };
}

/** The bound on comparisons, above which rules above lines are not counted. */
const MOST_WORK = 50_000_000;

function numberBands(lines: readonly Line[], across: readonly Rule[]): Line[] {
  if (across.length === 0 || lines.length * across.length > MOST_WORK) return [...lines];
  return lines.map((line) => {
    const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
    return { ...line, band: across.filter(({ at, from, to }) => at < y && from < x && to > x).length };
  });
}

async function takeGround(path: string | undefined, width: number): Promise<Ground | undefined> {
  if (path === undefined) return undefined;
  const pixels = await readPixels(path);
  await rm(path);
  return { pixels, scale: pixels.width / Math.max(1, width) };
}

function picturesOf(
  { words, width, height }: { words: readonly Word[]; width: number; height: number },
  { pixels, scale }: Ground,
  whole: boolean,
): Drawn[] {
  const page = { left: 0, top: 0, right: width, bottom: height };
  return whole ? [{ ...page, behind: true }] : findPictures(pixels, scale, words);
}

/** Whether two boxes are nearly the same. */
function isAbout(a: Box, b: Box): boolean {
  const area = (box: Box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [right, bottom] = [Math.min(a.right, b.right), Math.min(a.bottom, b.bottom)];
  return right > left && bottom > top && area({ left, top, right, bottom }) > 0.6 * Math.max(area(a), area(b));
}

async function cutPictures(
  boxes: readonly Drawn[],
  ground: Ground | undefined,
  name: string,
): Promise<{ pictures: PagePicture[]; size: number }> {
  const pictures: PagePicture[] = [];
  let size = 0;
  for (const [index, box] of boxes.entries()) {
    if (!ground) break;
    const { pixels, scale } = ground;
    const [left, top] = [Math.floor(box.left * scale), Math.floor(box.top * scale)];
    const width = Math.min(pixels.width, Math.ceil(box.right * scale)) - left;
    const height = Math.min(pixels.height, Math.ceil(box.bottom * scale)) - top;
    const path = `${name}-${index}.png`;
    size += await writePart(pixels, { left, top, width, height }, path);
    pictures.push({ ...box, path });
  }
  return { pictures, size };
}
