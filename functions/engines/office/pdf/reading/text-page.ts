import { addBlanks } from '../graphics/add-blanks.ts';
import { Canvas } from '../graphics/canvas.ts';
import { areBands, isBand, withoutFills } from '../graphics/fill-words.ts';
import { liftBullets } from '../graphics/find-bullets.ts';
import { findBars, findDividers } from '../graphics/find-dividers.ts';
import { findInlinePictures } from '../graphics/find-inline-pictures.ts';
import { type Drawn, findPictures } from '../graphics/find-pictures.ts';
import { groupNear, type Rule, withoutEdgesOf } from '../graphics/find-rules.ts';
import { isPanel } from '../graphics/panels.ts';
import {
  areaOf,
  around,
  type Box,
  isInline,
  isMiddleIn,
  type Line,
  lineOfPicture,
  overlaps,
  sharedArea,
  textOf,
} from '../page.ts';
import { heightOfWords } from '../scans/fit-page.ts';
import { areSpecks } from '../scans/specks.ts';
import { buildFrames } from '../tables/build-frames.ts';
import { buildGrids } from '../tables/build-grids.ts';
import { taggedTables } from '../tags/tagged-tables.ts';
import { isBeside } from '../words/join-lines.ts';
import { withRotated } from '../words/rotated-words.ts';
import type { CutOut, DrawnFigure, FoundPage, PageParts } from './found-page.ts';

/** The content of a page of a text: tables by rules and tags, pictures that are no borders of them, and lines across. */
export function readTextPage(
  found: FoundPage,
  figures: readonly DrawnFigure[],
  pathOf: (picture: number) => string,
): PageParts {
  const { inline, ...page } = withInline(withoutFigures(found, figures), pathOf);
  const { words, upright, rules, ground } = page;
  const canvas = ground && new Canvas(ground);
  const marked = canvas ? liftBullets(upright, canvas, 'all') : upright;
  for (const box of page.marks) canvas?.lift(box);
  const grids = buildGrids(numberBands(marked, rules.across), rules, [...page.rotated, ...inline]);
  const left = Map.groupBy(grids.others, (line) => (isInline(line) ? 'inline' : 'rotated'));
  const tagged = taggedTables(grids.lines, rules, left.get('inline'));
  const framed = ground
    ? buildFrames(tagged.lines, rules, { ground, tables: [...grids.tables, ...tagged.tables], parts: page.partsOf() })
    : { tables: [], lines: tagged.lines };
  const tables = [...grids.tables, ...tagged.tables, ...framed.tables];
  const listed = listedPictures({ lines: framed.lines, inline: tagged.inline });
  const unused = new Set(tagged.inline.filter((picture) => !listed.includes(picture)));
  const used = inline.filter((picture) => !unused.has(picture));
  const drawn = picturesOf(page, tables);
  const whole = figures.map((figure) => withRest(figure, drawn, upright));
  const pictures = drawn.filter(
    (box) =>
      !whole.some((figure) => sharedArea(box, figure) > areaOf(box) / 2) &&
      !used.some((picture) => areOne(box, picture)),
  );
  const bordered = [...tables.filter(({ ruled }) => ruled), ...pictures];
  const across = ground ? findDividers(rules.across, ground, { words, framed: bordered }) : { dividers: [], edges: [] };
  const { lines, dividers } = addBlanks([...framed.lines, ...listed], across.dividers);
  return {
    lines: withoutFills(withRotated(lines, left.get('rotated') ?? []), pictures),
    tables,
    inline: used.flatMap(({ runs: [run], ...box }) => (run?.picture ? { ...box, path: run.picture.path } : [])),
    cutOuts: canvas
      ? [
          // What is a character of a text is not drawn behind it, too.
          ...pictures.map((box) => ({ ...box, pixels: ground?.pictures ?? (box.behind ? canvas : ground).pixels })),
          ...whole.map((figure) => pictureOfFigure(figure, found.rotated)),
        ]
      : [],
    ...across,
    dividers,
    bars: ground ? findBars(rules.down, ground, { lines, framed: bordered }) : [],
  };
}

/** A page with its pictures that may stand in cells, or beside text, and without lines along the edges of what is in them. */
function withInline(page: FoundPage, pathOf: (picture: number) => string): FoundPage & { readonly inline: Line[] } {
  const { ground, scanned, words, rules } = page;
  const boxes = ground && !scanned ? findInlinePictures(ground, words, rules) : [];
  const inline = boxes.map((box, at) => lineOfPicture(box, pathOf(at)));
  return { ...page, rules: withoutEdgesOf(rules, boxes), inline };
}

/** How much larger the box of a picture is at most than another box of it. */
const MOST_LARGER = 4;
/** The least count of pictures of a list. */
const LEAST_LISTED = 3;

/** Pictures that begin below each other, each beside a text. */
function listedPictures({ lines, inline }: Pick<ReturnType<typeof taggedTables>, 'lines' | 'inline'>): Line[] {
  const beside = inline.filter((picture) => lines.some((line) => isBeside(line, picture)));
  return groupNear(beside, ({ left }) => left).flatMap(({ items }) => (items.length < LEAST_LISTED ? [] : items));
}

/** A figure with the rest of the picture that most of it is in, as that of several parts, where no text is there. */
function withRest(figure: DrawnFigure, pictures: readonly Drawn[], texts: readonly Line[]): DrawnFigure {
  const picture = pictures.find((box) => !box.behind && sharedArea(box, figure) > areaOf(figure) / 2);
  const whole = picture && around([figure, picture]);
  return whole && !texts.some((text) => overlaps(text, whole)) ? { ...figure, ...whole } : figure;
}

/** Whether two boxes of pictures are of one: they share most of the smaller one, and the larger one has room for little else. */
function areOne(a: Box, b: Box): boolean {
  const [least, most] = [areaOf(a), areaOf(b)].sort((one, other) => one - other);
  return sharedArea(a, b) > (least ?? 0) / 2 && (most ?? 0) < MOST_LARGER * (least ?? 0);
}

/** A page without the words and lines of its figures. */
function withoutFigures(page: FoundPage, figures: readonly DrawnFigure[]): FoundPage {
  if (figures.length === 0) return page;
  const lines = new Set(figures.flatMap((figure) => figure.lines));
  const isOutside = (box: Box) => !figures.some((figure) => isMiddleIn(box, figure));
  const across = page.rules.across.filter(({ at, from, to }) =>
    isOutside({ left: from, right: to, top: at, bottom: at }),
  );
  const down = page.rules.down.filter(({ at, from, to }) => isOutside({ left: at, right: at, top: from, bottom: to }));
  return {
    ...page,
    upright: page.upright.filter((line) => !lines.has(line)),
    rotated: page.rotated.filter(isOutside),
    rules: { across, down },
  };
}

function pictureOfFigure({ lines, loose = [], formula, ...figure }: DrawnFigure, rotated: readonly Line[]): CutOut {
  const said = [...lines, ...rotated.filter((line) => isMiddleIn(line, figure))].map(textOf);
  return { ...figure, behind: false, words: [...said, ...loose].join(' '), ...(formula && { formula: lines }) };
}

function picturesOf({ words, upright, rules, ground, scanned, ...size }: FoundPage, tables: readonly Box[]): Drawn[] {
  if (!ground) return [];
  const { pixels, scale } = ground;
  const letters = scanned ? heightOfWords(words) : 0;
  const page = { ...size, lines: upright, across: rules.across, ground };
  const isPlain = (box: Box) => isBand(box, upright, pixels, scale);
  const isKept = (box: Box) => (!scanned || isPlain(box)) && isPanel(box, page);
  // The borders of a table are not a picture.
  const isFrame = (box: Box) => tables.some((table) => isAbout(box, table));
  return findPictures(pixels, scale, words, { isPanel: isKept, isFrame }).flatMap((box) => {
    if (isFrame(box) || (scanned && areSpecks(box, ground, letters))) return [];
    if (box.behind) return [box];
    if (areBands(box, rules.across, upright, ground)) return [];
    if (!isPlain(box)) return [box];
    return isKept(box) ? [{ ...box, behind: true }] : [];
  });
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

/** Whether two boxes are nearly the same. */
const isAbout = (a: Box, b: Box) => sharedArea(a, b) > 0.6 * Math.max(areaOf(a), areaOf(b));
