import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import { readByMagick } from '../../imagemagick/run-magick.ts';
import { unreadableFile } from '../../refusals.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import { CHANNELS, HALF } from './bitmap.ts';
import { type Tracing, traceDark, traceDrawing } from './trace-drawing.ts';

/** How closely a picture is traced. */
interface Detail {
  readonly colors: number;
  /** The size of specks that are dropped from photos, as a side, and from drawings, as an area, in pixels. */
  readonly speckleSide: number;
  readonly speckleArea: number;
  /** How far outlines of drawings may be off, in pixels, and their colours, from 0 to 255. */
  readonly tolerance: number;
  readonly near: number;
  /** The most pixels that are traced: a megapixel of noise takes 20 seconds. */
  readonly pixels: number;
}

const DETAIL = {
  low: { colors: 8, speckleSide: 8, speckleArea: 16, tolerance: 0.3, near: 32, pixels: 250_000 },
  medium: { colors: 32, speckleSide: 4, speckleArea: 4, tolerance: 0.15, near: 20, pixels: 500_000 },
  high: { colors: 64, speckleSide: 2, speckleArea: 2, tolerance: 0.1, near: 8, pixels: 1_000_000 },
} as const satisfies Record<Quality, Detail>;

/** The least distance of colours in what JPEG or the like has compressed, which leaves noise. */
const LOSSY_NEAR = 16;
const LOSSY = ['jpeg', 'webp', 'heif'];

/** The settings of VTracer; colour mode, stacking and splines are numbers. */
const TRACER = {
  colorMode: 0,
  hierarchical: 0,
  mode: 2,
  // VTracer would make one colour of a gradient: colours have been reduced before.
  colorPrecision: 8,
  layerDifference: 0,
  cornerThreshold: 60,
  lengthThreshold: 4,
  maxIterations: 10,
  spliceThreshold: 45,
  pathPrecision: 2,
} as const;

/** Pixels of four channels. */
interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/**
 * Traces a picture to an SVG of its size, with paths of one colour each: a drawing by its smoothed edges, any other by
 * VTracer.
 * @param image the picture, opened
 * @throws ConversionError UNREADABLE_FILE where there is nothing to trace, TOO_COMPLEX
 */
export async function tracePicture(
  image: Sharp,
  picture: Picture,
  request: PictureRequest,
  path: string,
): Promise<void> {
  const { black_and_white: plain = false, detail = request.quality, colors = DETAIL[detail].colors } = request.options;
  const scaled = await scale(await read(plain ? onWhite(image, picture) : image), DETAIL[detail].pixels);
  const { width, height } = scaled.info;
  const settings = {
    ...DETAIL[detail],
    colors,
    near: Math.max(DETAIL[detail].near, LOSSY.includes(picture.metadata.format) ? LOSSY_NEAR : 0),
    flat: request.options.colors !== undefined,
    speckle: Math.min(DETAIL[detail].speckleArea, (width * height) / 64),
  };
  const drawing = (plain ? traceDark : traceDrawing)(scaled.data, width, height, settings);
  const reduce = () => (plain ? keepDark(scaled) : reduceColours(keepOpaque(scaled), colors, dirname(path)));
  const { attributes, content } = drawing ?? (await traceAny(await reduce(), DETAIL[detail]));
  const size = `width="${picture.width}" height="${picture.height}" preserveAspectRatio="none"`;
  await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${attributes}>\n${content}`);
}

/** Traces a picture of few colours with VTracer. @throws ConversionError UNREADABLE_FILE where there is nothing to trace */
async function traceAny(reduced: Pixels, detail: Detail): Promise<Tracing> {
  const { width, height } = reduced.info;
  // In a small picture, specks are what it shows.
  const speckle = Math.min(detail.speckleSide, Math.floor(Math.min(width, height) / 32));
  // VTracer gives a patch of one pixel an empty path, so that where none is dropped, pixels are doubled.
  const { data, info } = speckle > 0 ? reduced : await double(reduced);
  const absent = countTransparent(data);
  if (absent === info.width * info.height)
    throw unreadableFile('The picture has nothing to trace: all of it is white or transparent.', 'nothing to trace');
  // VTracer honours transparency only where there is enough of it, such as a whole row above the picture.
  const above = absent > 0 ? 1 : 0;
  // Native code is loaded only where it is used.
  const { vectorizeRaw } = await import('@neplex/vectorizer');
  const drawing = await vectorizeRaw(
    Buffer.concat([Buffer.alloc(above * info.width * CHANNELS), data]),
    { width: info.width, height: info.height + above },
    { ...TRACER, filterSpeckle: speckle },
  );
  if (!drawing.trimEnd().endsWith('</svg>')) throw new Error('wrote a drawing without an end');
  const paths = drawing.indexOf('<path d="M');
  if (paths < 0) throw unreadableFile('The picture has nothing to trace: all of it is specks.', 'nothing but specks');
  return { attributes: `viewBox="0 ${above} ${info.width} ${info.height}"`, content: drawing.slice(paths) };
}

/** Blends transparent pixels onto white. */
function onWhite(image: Sharp, { metadata }: Picture): Sharp {
  return (metadata.hasAlpha ? image.flatten({ background: '#fff' }) : image).toColourspace('b-w');
}

async function read(image: Sharp): Promise<Pixels> {
  return image.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
}

function open({ data, info: { width, height } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false });
}

async function scale(pixels: Pixels, most: number): Promise<Pixels> {
  const { width, height } = pixels.info;
  const zoom = Math.sqrt(most / (width * height));
  if (zoom >= 1) return pixels;
  const [across = 1, down = 1] = [width, height].map((side) => Math.max(1, Math.floor(side * zoom)));
  return read(open(pixels).resize(Math.min(across, most), Math.min(down, most), { fit: 'fill' }));
}

async function double(pixels: Pixels): Promise<Pixels> {
  const { width, height } = pixels.info;
  return read(open(pixels).resize(width * 2, height * 2, { kernel: 'nearest', fit: 'fill' }));
}

function keepOpaque({ data, info }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += CHANNELS) {
    if ((data[at + 3] ?? 0) < HALF) data.fill(0, at, at + CHANNELS);
    else data[at + 3] = 255;
  }
  return { data, info };
}

/** Makes dark pixels black and all others transparent. */
function keepDark({ data, info }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += CHANNELS) data.writeUInt32BE((data[at] ?? 0) < HALF ? 255 : 0, at);
  return { data, info };
}

function countTransparent(data: Buffer): number {
  let count = 0;
  for (let at = 3; at < data.length; at += CHANNELS) if (data[at] === 0) count++;
  return count;
}

/** Reduces a picture to a number of colours without dithering; transparency takes one more. */
async function reduceColours(pixels: Pixels, colors: number, folder: string): Promise<Pixels> {
  const path = join(folder, 'to-trace.tiff');
  await open(pixels).tiff({ compression: 'none' }).toFile(path);
  const most = colors + (countTransparent(pixels.data) > 0 ? 1 : 0);
  return read(sharp(await readByMagick(`tiff:${path}`, folder, { args: ['+dither', '-colors', `${most}`] })));
}
