/** Where pages of a size lie on a larger one. Everything is in points. */
export interface Arrangement {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The lower left corners, from left to right and from the top down. */
  readonly corners: readonly { readonly left: number; readonly bottom: number }[];
}

const POINTS_PER_MM = 72 / 25.4;
/** A4, upright. */
const PAPER = [210 * POINTS_PER_MM, 297 * POINTS_PER_MM] as const;
const MARGIN = 12 * POINTS_PER_MM;
const GAP = 6 * POINTS_PER_MM;

/** The arrangement of so many pages on A4, upright or lying, that shows them largest. */
export function arrangePages(count: number, page: { readonly width: number; readonly height: number }): Arrangement {
  const [short, long] = PAPER;
  const papers = [
    [short, long],
    [long, short],
  ] as const;
  const grids = Array.from({ length: count }, (_, index) => [index + 1, Math.ceil(count / (index + 1))] as const);
  const candidates = papers.flatMap(([width, height]) =>
    grids.map(([columns, rows]) => {
      const cell = { width: share(width, columns), height: share(height, rows) };
      return { width, height, columns, rows, scale: Math.min(cell.width / page.width, cell.height / page.height) };
    }),
  );
  const best = candidates.reduce((found, each) => (each.scale > found.scale ? each : found));
  return { ...best, corners: cornersOf(best, count, page) };
}

function share(length: number, parts: number): number {
  return (length - 2 * MARGIN - (parts - 1) * GAP) / parts;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
}

/** Each page lies in the middle of its cell. */
function cornersOf(
  { width, height, columns, rows, scale }: Grid,
  count: number,
  page: { width: number; height: number },
) {
  const cell = { width: share(width, columns), height: share(height, rows) };
  return Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return {
      left: MARGIN + column * (cell.width + GAP) + (cell.width - page.width * scale) / 2,
      bottom: height - MARGIN - row * (cell.height + GAP) - cell.height + (cell.height - page.height * scale) / 2,
    };
  });
}
