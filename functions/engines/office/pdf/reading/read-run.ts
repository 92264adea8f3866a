import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../conversion/errors.ts';
import { checkBytes, LIMITS } from '../../../poppler/limits.ts';
import { tooComplex } from '../../../refusals.ts';
import { type CheckBox, findCheckBoxes, placeCheckBoxes, rowsOfBoxes } from '../graphics/check-boxes.ts';
import type { Figure } from '../graphics/figure.ts';
import { fillWords, markHighlights } from '../graphics/fill-words.ts';
import { findCharts } from '../graphics/find-charts.ts';
import { findDrawing } from '../graphics/find-drawing.ts';
import { findFigures } from '../graphics/find-figures.ts';
import { findFormulas } from '../graphics/find-formulas.ts';
import { drawnParts } from '../graphics/find-pictures.ts';
import { FAINT_IN_SCAN, findRules, type Rules, withoutEdgesOf } from '../graphics/find-rules.ts';
import { findStamps, type Stamp } from '../graphics/find-stamps.ts';
import { withoutLinkFrames } from '../graphics/link-frames.ts';
import { type Ground, outerBox, type Pixels, readPixels, writePart } from '../graphics/pixels.ts';
import { underlineWords } from '../graphics/underline-words.ts';
import { around, type Box, type Line, overlaps, type Page, type PagePicture, textOf } from '../page.ts';
import { fitPage } from '../scans/fit-page.ts';
import { cleanScan, isScanned, styleHidden } from '../scans/scanned-page.ts';
import { readSlide } from '../slides/read-slide.ts';
import type { TaggedText } from '../tags/tag.ts';
import { tagWords } from '../tags/tag-words.ts';
import { joinWords } from '../words/join-words.ts';
import { type PageOfStyles, readStyles } from '../words/read-styles.ts';
import { readWords, type Word } from '../words/read-words.ts';
import { joinRotated, sidewaysOf, turnOf } from '../words/rotated-words.ts';
import { withoutSlanted } from '../words/slanted-words.ts';
import { styleWords } from '../words/style-words.ts';
import { FILES, type RunFolders, SCALE } from './extract-pages.ts';
import type { CutOut, DrawnFigure, FoundPage, PageParts } from './found-page.ts';
import { readTextPage } from './text-page.ts';

/** The largest count of words of a page; more are a picture made of letters. */
const MOST_WORDS = 20_000;

/**
 * Combines the output of Poppler for some pages. Returns the size of their pictures in bytes.
 * @param mostCells how many cells the tables of a page may have, if the pages become slides
 * @param tags the tagged texts of each page
 */
export async function readRun(
  { found, made, first, drawWhole }: RunFolders,
  {
    mostCells,
    tags,
  }: { readonly mostCells: number | undefined; readonly tags: ReadonlyMap<number, readonly TaggedText[]> },
): Promise<number> {
  const [words, styles] = await Promise.all([FILES.words, FILES.styles].map((name) => readText(join(found, name))));
  const [looks, grounds] = [readStyles(styles ?? '', SCALE), await listGrounds(found)];
  const pages: Page[] = [];
  let bytes = 0;
  for (const [index, found] of readWords(words ?? '').entries()) {
    if (found.length > MOST_WORDS) throw tooComplex(`A page of the file has more than ${MOST_WORDS} words.`);
    const look = looks[index] ?? { width: 595, height: 842, stretches: [] };
    const drawn = await takeGround(grounds[index], look.width);
    const page = lookAt(withoutSlanted(found), drawn, {
      ...look,
      slides: mostCells !== undefined,
      tags: tags.get(first + index),
    });
    const pathOf = (at: number) => join(made, `${index}-in-${at}.png`);
    const { cutOuts, inline, ...content } =
      mostCells === undefined
        ? readTextPage(page, await cutFigures(page, () => drawWhole(first + index)), pathOf)
        : readSlide(page, mostCells);
    const { pictures, size } = await cutPictures(cutOuts, page.ground, join(made, `${index}`));
    bytes += await writeInlinePictures(inline ?? [], page.ground);
    const turn = turnOf(page.words);
    pages.push({
      width: page.width,
      height: page.height,
      ...content,
      pictures,
      ...(turn && { turn }),
      ...(page.scanned && { scanned: true }),
    });
    bytes += size;
  }
  await writeFile(join(made, FILES.pages), JSON.stringify(pages));
  return bytes;
}

interface LookOptions {
  readonly slides: boolean;
  readonly tags: readonly TaggedText[] | undefined;
}

/** Joins the words of a page to lines, each in its style. On slides, what lies behind words is drawn there as well. */
function lookAt(
  found: readonly Word[],
  drawn: Ground | undefined,
  { stretches, slides, tags, ...size }: PageOfStyles & LookOptions,
): FoundPage {
  const isScan = drawn && isScanned(found, stretches);
  const scan = isScan ? cleanScan(fitPage({ words: found, ground: drawn, ...size })) : undefined;
  const { width, height } = scan ?? size;
  const { words, ground } = scan ?? { words: tagWords(found, tags), ground: drawn };
  const boxes = ground && !scan && !slides ? findCheckBoxes(ground) : [];
  const rules = ground
    ? withoutEdgesOf(
        withoutLinkFrames(findRules(ground.pixels, ground.scale, scan && FAINT_IN_SCAN), words),
        rowsOfBoxes(boxes),
      )
    : { across: [], down: [] };
  const style = (own: readonly Word[]) => {
    if (scan) return styleHidden(own, scan.bold);
    const styled = styleWords(own, stretches);
    if (!ground || slides) return styled;
    return fillWords(underlineWords(styled, rules.across, ground), ground.pixels, ground.scale);
  };
  let parts: Box[] | undefined;
  const partsOf = () => (parts ??= ground ? drawnParts(ground.pixels, ground.scale) : []);
  const stamps = ground && !scan && !slides ? findStamps({ words, width, height }, partsOf) : [];
  const text = words.filter((word) => !stamps.some((stamp) => stamp.words.has(word)));
  const { upright, rotated, marks } = readLines(text, style, { rules, boxes });
  const marked = ground ? markHighlights(upright, ground) : upright;
  return {
    width,
    height,
    words: [...words, ...marks.map((mark) => ({ ...mark, text: textOf(mark) }))],
    upright: marked,
    rotated,
    rules,
    ground,
    partsOf,
    stamps,
    marks,
    scanned: scan !== undefined,
  };
}

/** The charts, stamps, diagrams and formulas of a page; those that overlap are one. */
function figuresOf(page: FoundPage, ground: Ground): Figure[] {
  const { partsOf } = page;
  const drawing = findDrawing(page, ground, partsOf);
  if (drawing) return [drawing];
  let figures = findCharts(page, partsOf);
  for (const figure of [...page.stamps.map(figureOfStamp), ...findFigures(page, partsOf)]) {
    const all = [figure, ...figures.filter((other) => overlaps(other, figure))];
    const lines = [...new Set(all.flatMap((each) => each.lines))];
    const loose = all.flatMap((each) => each.loose ?? []);
    figures = [...figures.filter((other) => !all.includes(other)), { ...around(all), lines, loose }];
  }
  const formulas = findFormulas(page, partsOf).filter(
    (formula) => !figures.some((figure) => overlaps(figure, formula)),
  );
  return [...figures, ...formulas];
}

function figureOfStamp({ box, words }: Stamp): Figure {
  return { ...box, lines: [], loose: [...words].map(({ text }) => text) };
}

/** The charts and diagrams of a page, drawn with their words. */
async function cutFigures(page: FoundPage, drawWhole: () => Promise<string>): Promise<DrawnFigure[]> {
  const { ground } = page;
  if (!ground || page.scanned) return [];
  const figures = figuresOf(page, ground);
  if (figures.length === 0) return [];
  // Without it, what is drawn and the words are read apart, as on all other pages.
  const path = await drawWhole().catch((error: unknown) => {
    if (!(error instanceof ConversionError)) throw error;
    return undefined;
  });
  const whole = await takeGround(path, page.width);
  return whole && isAsLarge(whole.pixels, ground.pixels)
    ? figures.map((figure) => ({ ...figure, pixels: whole.pixels }))
    : [];
}

/** Whether two drawings of a page are as large as each other: of what is no whole pixel, one of Poppler's tools draws more. */
function isAsLarge(a: Pixels, b: Pixels): boolean {
  return Math.max(Math.abs(a.width - b.width), Math.abs(a.height - b.height)) <= 1;
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

/** The lines of words, and those that are rotated. */
function readLines(
  words: readonly Word[],
  style: (words: readonly Word[]) => Line[],
  { rules, boxes }: { readonly rules: Rules; readonly boxes: readonly CheckBox[] },
) {
  const turned = sidewaysOf(words);
  const [upright, rotated] = [words.filter((word) => !turned.has(word)), words.filter((word) => turned.has(word))];
  const styled = style(upright);
  const marks = placeCheckBoxes(boxes, styled);
  return { upright: joinWords([...styled, ...marks], rules.down), rotated: joinRotated(style(rotated)), marks };
}

async function takeGround(path: string | undefined, width: number): Promise<Ground | undefined> {
  if (path === undefined) return undefined;
  const pixels = await readPixels(path);
  await rm(path);
  return { pixels, scale: pixels.width / Math.max(1, width) };
}

/** Writes the pictures in lines, and returns the size of their files. */
async function writeInlinePictures(
  inline: NonNullable<PageParts['inline']>,
  ground: Ground | undefined,
): Promise<number> {
  let size = 0;
  if (ground)
    for (const { path, ...box } of inline)
      size += await writePart(ground.pixels, outerBox(box, ground.pixels, ground.scale), path);
  return size;
}

async function cutPictures(
  cutOuts: readonly CutOut[],
  ground: Ground | undefined,
  name: string,
): Promise<{ pictures: PagePicture[]; size: number }> {
  const pictures: PagePicture[] = [];
  let size = 0;
  for (const [index, { pixels, ...box }] of cutOuts.entries()) {
    if (!ground) break;
    const path = `${name}-${index}.png`;
    size += await writePart(pixels, outerBox(box, pixels, ground.scale), path);
    pictures.push({ ...box, path });
  }
  return { pictures, size };
}
