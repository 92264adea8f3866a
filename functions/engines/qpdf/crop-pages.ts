import { invalidOption } from '../../conversion/options.ts';
import { type Box, type PageBoxes, sizeOf } from '../poppler/page-box.ts';
import type { Dictionary } from './join/list-pdf.ts';
import type { QpdfOptions } from './options.ts';

const POINTS_PER_MM = 72 / 25.4;
/** The shortest side of a page that viewers support, in points. */
const LEAST_SIDE = 3;

/** What is cropped from a page as it is shown, in points: top, right, bottom, left. */
type Margins = readonly [number, number, number, number];

/**
 * Crops the boxes of pages.
 * @param turned by how many quarter turns the job has rotated the pages
 * @throws ConversionError INVALID_OPTION where nothing is left of a page
 */
export function croppedBoxes(options: QpdfOptions, pages: readonly PageBoxes[], turned: number): PageBoxes[] {
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
export function cropped(box: Box): Dictionary {
  return { '/MediaBox': box, '/CropBox': box, '/TrimBox': null, '/BleedBox': null, '/ArtBox': null };
}
