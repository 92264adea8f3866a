import { join } from 'node:path';
import { invalidOption } from '../../conversion/options.ts';
import type { EngineJob } from '../engine.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { type Box, type PageBoxes, sizeOf } from '../poppler/page-box.ts';
import type { PageSize } from '../poppler/pdf-job.ts';
import { checkRepaired } from './check-repaired.ts';
import { type Dictionary, dictionaryAt, listPdf, writeUpdate } from './join/list-pdf.ts';
import { drawMarks, hasMarks } from './marks/draw-marks.ts';
import { PageOverlay } from './marks/page-overlay.ts';
import type { QpdfOptions } from './options.ts';
import { FLAT, quarterTurns } from './plan-rewrite.ts';
import { runQpdf } from './run-qpdf.ts';

const POINTS_PER_MM = 72 / 25.4;
/** The shortest side of a page that viewers support, in points. */
const LEAST_SIDE = 3;

/** What is cropped from a page as it is shown, in points: top, right, bottom, left. */
type Margins = readonly [number, number, number, number];

/** How pages are cropped and overlaid. */
interface ChangedPages {
  /** A file with the chosen pages, rotated; its options are those that remain. */
  readonly file: EngineJob;
  /** The sizes of its pages after the changes. */
  readonly sizes: readonly PageSize[];
  /** The path of the JSON file with which qpdf updates its pages. */
  readonly changes: string;
}

/** The numbers of the chosen pages, by default all, and the file from which qpdf takes the outlines that lead to them. */
interface ChosenPages {
  readonly chosen: readonly number[] | undefined;
  readonly updateFromJson?: string;
}

/** Whether options change the content of pages. */
export function changesPages(options: QpdfOptions): boolean {
  return crops(options) || hasMarks(options);
}

function crops({ crop, crop_margins: margins }: QpdfOptions): boolean {
  return crop !== undefined || margins !== undefined;
}

/**
 * Crops the chosen pages, and draws overlays on them.
 * @param count of the source's pages
 * @throws ConversionError
 */
export async function changePages(
  source: EngineJob,
  count: number,
  { chosen, ...pruned }: ChosenPages,
): Promise<ChangedPages> {
  const { pages: _, delete_pages: __, rotate: ___, flatten, ...options }: QpdfOptions = source.options;
  const sourcePath = join(source.folder, 'chosen.pdf');
  const turned = quarterTurns(source.options);
  const run = {
    pages: [{ file: '.', range: chosen?.join(',') ?? '1-z' }],
    ...pruned,
    ...(turned === 0 ? {} : { rotate: [`+${turned * 90}`] }),
    ...(flatten ? FLAT : {}),
  };
  const { faulty } = await runQpdf({ inputFile: source.sourcePath, outputFile: sourcePath, ...run }, source.folder);
  if (faulty) await checkRepaired(source, count);
  const file = { ...source, sourcePath, options };
  const { listing } = await listPdf(sourcePath, source.folder);
  const before = (await inspectPdf(file, LIMITS.filePages)).map(({ boxes }) => boxes);
  const after = crops(options) ? croppedBoxes(options, before, turned) : before.map(trimmedWithin);
  const [, objects] = listing.qpdf;
  const marks = hasMarks(options) ? await drawMarks(options, after, file) : undefined;
  const overlay = marks && new PageOverlay(listing, (await listPdf(marks.path, source.folder, 'streams')).listing);
  const changed = after.map((boxes, index) => {
    const reference = listing.pages[index]?.object ?? '';
    const page = overlay
      ? overlay.overlay(reference, boxes, marks.pages[index] ?? 0)
      : dictionaryAt(reference, objects);
    return [`obj:${reference}`, { value: { ...page, ...(crops(options) && cropped(boxes.shown)) } }] as const;
  });
  const all = { ...overlay?.objects, ...Object.fromEntries(changed) };
  const changes = await writeUpdate(join(source.folder, 'changes.json'), listing.qpdf, all);
  return { file, sizes: after.map(({ shown, turns }) => sizeOf(shown, turns)), changes };
}

/** Limits the trim box to the crop box, beyond which an overlay would not be seen. */
function trimmedWithin(page: PageBoxes): PageBoxes {
  const { shown, trim } = page;
  const isWithin = trim[0] >= shown[0] && trim[1] >= shown[1] && trim[2] <= shown[2] && trim[3] <= shown[3];
  return isWithin && trim[0] < trim[2] && trim[1] < trim[3] ? page : { ...page, trim: shown };
}

/**
 * Crops the boxes of pages.
 * @param turned by how many quarter turns the job has rotated the pages
 * @throws ConversionError INVALID_OPTION where nothing is left of a page
 */
function croppedBoxes(options: QpdfOptions, pages: readonly PageBoxes[], turned: number): PageBoxes[] {
  const name = options.crop === undefined ? 'crop_margins' : 'crop';
  return pages.map(({ shown, turns: now }, index) => {
    const turns = (now - turned + 4) % 4;
    const margins = marginsOf(options, sizeOf(shown, turns));
    // The top of a page that is rotated by 90 degrees is on its left in the file.
    const [top, right, bottom, left] = margins.map((_, side) => margins[(side + turns) % 4]) as unknown as Margins;
    const box = rounded([shown[0] + left, shown[1] + bottom, shown[2] - right, shown[3] - top]);
    if (box[2] - box[0] < LEAST_SIDE || box[3] - box[1] < LEAST_SIDE)
      throw invalidOption(`The option "${name}" leaves nothing of page ${index + 1}.`);
    return { shown: box, trim: box, turns: now };
  });
}

function marginsOf({ crop, crop_margins: margins = '' }: QpdfOptions, page: { width: number; height: number }) {
  if (crop === undefined) {
    const [top = 0, right = top, bottom = top, left = right] = margins
      .split(',')
      .map((side) => Number(side) * POINTS_PER_MM);
    return [top, right, bottom, left] as const;
  }
  const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number);
  return [top, Math.max(0, page.width - left - width), Math.max(0, page.height - top - height), left] as const;
}

/** Viewers read no more than three decimals. */
function rounded(box: Box): Box {
  return box.map((value) => Math.round(value * 1000) / 1000) as unknown as Box;
}

/** The boxes of a cropped page. The rest of its content stays in the file, but is neither shown nor printed. */
function cropped(box: Box): Dictionary {
  return { '/MediaBox': box, '/CropBox': box, '/TrimBox': null, '/BleedBox': null, '/ArtBox': null };
}
