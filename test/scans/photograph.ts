import sharp from 'sharp';

/** Where a point of a page is seen, and of what it is a picture: from -1 to 1 across and down. */
type View = (x: number, y: number) => readonly [x: number, y: number];

/** How pages are seen from the side, and where they curve into the fold of a book. */
export const VIEWS = {
  side: (x, y) => [x / (1 - 0.12 * x), y / (1 - 0.12 * x)],
  fold: (x, y) => [x, y * (1 + 0.09 * Math.exp(-2.5 * (1 + x)))],
} as const satisfies Record<string, View>;

const BRIGHTNESS = { desk: 70, paper: 225 };

/** A photo of a grey page on a dark desk, as a JPEG file. */
export async function photograph(page: Buffer, view: View, turn = 0): Promise<Buffer> {
  const { data, info } = await sharp(page).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [columns, rows] = [Math.round(width * 1.3), Math.round(height * 1.3)];
  const photo = Buffer.alloc(columns * rows, BRIGHTNESS.desk);
  for (let at = 0; at < photo.length; at++) {
    const [x, y] = [(2.6 * (at % columns)) / columns - 1.3, (2.6 * Math.floor(at / columns)) / rows - 1.3];
    const [column, row] = view(x, y).map((place, axis) => ((place + 1) / 2) * (axis === 0 ? width : height));
    const isPage =
      column !== undefined && row !== undefined && column >= 0 && column < width && row >= 0 && row < height;
    if (isPage) photo[at] = ((data[Math.floor(row) * width + Math.floor(column)] ?? 0) * BRIGHTNESS.paper) / 255;
  }
  const background = { r: BRIGHTNESS.desk, g: BRIGHTNESS.desk, b: BRIGHTNESS.desk };
  return sharp(photo, { raw: { width: columns, height: rows, channels: 1 } })
    .rotate(turn, { background })
    .blur(0.8)
    .jpeg({ quality: 85 })
    .toBuffer();
}
