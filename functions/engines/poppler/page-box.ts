/** Left, bottom, right and top, in user space units. */
export type Box = readonly [number, number, number, number];

/** The boxes and the rotation of a page. */
export interface PageBoxes {
  /** The crop box. */
  readonly shown: Box;
  readonly trim: Box;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
}

/** The size of a box after its rotation. */
export function sizeOf([left, bottom, right, top]: Box, turns: number): { width: number; height: number } {
  const [width, height] = [right - left, top - bottom];
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}

const BOX = /^Page +(\d+) (\w+): +(.+)$/gm;

/** The boxes of pages, by their numbers, as `pdfinfo -box` prints them. */
export function boxesIn(info: string, name: 'MediaBox' | 'CropBox' | 'TrimBox'): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const [, page = '', kind, numbers = ''] of info.matchAll(BOX)) {
    if (kind !== name) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers.trim().split(/ +/).map(Number);
    boxes.set(page, [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)]);
  }
  return boxes;
}
