/** Left, bottom, right and top, in user space units. */
export type Box = readonly [number, number, number, number];

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
