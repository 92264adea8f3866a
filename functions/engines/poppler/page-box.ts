/** Left, bottom, right and top, in user space units. */
export type Box = readonly [number, number, number, number];

/** The boxes of pages, by their numbers, as `pdfinfo -box` prints them. */
export function boxesIn(info: string, name: 'MediaBox' | 'CropBox' | 'TrimBox'): Map<string, Box> {
  const lines = info.matchAll(new RegExp(`^Page +(\\d+) ${name}: +(.+)$`, 'gm'));
  return new Map(
    [...lines].map(([, page = '', numbers = '']) => {
      const [left = 0, bottom = 0, right = 0, top = 0] = numbers.trim().split(/ +/).map(Number);
      return [page, [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)]];
    }),
  );
}
