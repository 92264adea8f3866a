import { invalidOption } from '../../conversion/options.ts';
import type { Dictionary } from './join/list-pdf.ts';
import type { QpdfOptions } from './options.ts';
import { type Box, type PageBoxes, sizeOf } from './page-boxes.ts';

const POINTS_PER_MM = 72 / 25.4;
/** What viewers can show, in points. */
const LEAST_SIDE = 3;

/** What is cut off a page as it is shown, in points: above, on the right, below, and on the left. */
type Margins = readonly [number, number, number, number];

/**
 * The boxes of the pages as they are cropped.
 * @param turned how often the pages are turned beyond how they were when they were seen, by 90 degrees
 * @throws ConversionError INVALID_OPTION where nothing is left of one
 */
export function croppedBoxes(options: QpdfOptions, pages: readonly PageBoxes[], turned: number): PageBoxes[] {
  const name = options.crop === undefined ? 'crop_margins' : 'crop';
  return pages.map(({ shown, turns: now }, index) => {
    const turns = (now - turned + 4) % 4;
    const margins = marginsOf(options, sizeOf(shown, turns));
    // What is above on a page that is turned once is on the left of it as it lies in the file.
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

/** Readers take no more digits. */
function rounded(box: Box): Box {
  return box.map((value) => Math.round(value * 1000) / 1000) as unknown as Box;
}

/** What a page has that is cropped: nothing else is shown or printed, though it is still in the file. */
export function cropped(box: Box): Dictionary {
  return { '/MediaBox': box, '/CropBox': box, '/TrimBox': null, '/BleedBox': null, '/ArtBox': null };
}
