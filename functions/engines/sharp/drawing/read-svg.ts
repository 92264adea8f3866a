import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { unicodeOf } from '../../../detection/unicode.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkLibraryLimits, checkSize } from '../limits.ts';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';
import { unreadable } from '../unreadable.ts';
import { longestIcon } from '../writing/write-icons.ts';
import { runResvg } from './run-resvg.ts';
import { withBothSides } from './svg-size.ts';

/** CSS pixels to the inch, as browsers have it. */
const CSS_DENSITY = 96;
/** The resolution of a drawing for print, and the most pixels that it gets. */
const PRINT_DENSITY = 300;
const MOST_PRINTED = 25_000_000;
/** The largest drawing after decompression. */
const LARGEST_TEXT = 64 * 1024 * 1024;
/** Embedded pictures that resvg would silently leave out. */
const UNSUPPORTED_PICTURES = /data:image\/(?:avif|heic|heif|jxl|bmp|tiff)[;,]/i;

/** Reads an SVG drawing: resvg renders it in the size that is needed. */
export const readSvg: Reader = async ({ path, target, options, folder }) => {
  const text = await textOf(await readFile(path));
  if (UNSUPPORTED_PICTURES.test(text))
    throw unreadableFile(
      'The drawing holds a picture in a format that cannot be drawn: only PNG, JPEG, GIF, WebP and SVG can.',
      'unread picture',
    );
  const drawing = join(folder, 'drawing.svg');
  await writeFile(drawing, substituteFonts(withBothSides(text)));
  const draw = async (zoom: number): Promise<Drawing> => ({
    ...(await sharpPicture(await runResvg(drawing, zoom, folder))),
    redraw: (factor) => draw(zoom * factor),
  });
  return [
    async () => {
      const natural = await draw(1);
      const icon = longestIcon(target);
      // A drawing scales to any size: it is rendered as large as icons get.
      if (icon) return natural.redraw(icon / Math.max(natural.width, natural.height));
      return target === 'pdf' ? drawForPrint(natural, options) : enlarge(natural, zoomOf(options));
    },
  ];
};

/** A picture that can be rendered in every size. */
type Drawing = Picture & Required<Pick<Picture, 'redraw'>>;

/** The zoom factor, relative to the size on a screen. */
function zoomOf({ scale = 1, dpi = CSS_DENSITY }: PictureOptions): number {
  return (scale * dpi) / CSS_DENSITY;
}

/** Renders a drawing at a zoom factor. @throws ConversionError TOO_COMPLEX */
async function enlarge(natural: Drawing, zoom: number): Promise<Picture> {
  if (zoom === 1) return natural;
  checkSize({ width: Math.round(natural.width * zoom), height: Math.round(natural.height * zoom), frames: 1 });
  return natural.redraw(zoom);
}

/** Renders a drawing at the resolution of print, with the density that keeps its size on paper. */
async function drawForPrint(natural: Drawing, options: PictureOptions): Promise<Picture> {
  const { width: wanted, height: high, dpi, scale = 1 } = options;
  if (dpi !== undefined) return enlarge(natural, zoomOf(options));
  // A requested size in pixels stays as large on paper as on a screen.
  if (wanted !== undefined || high !== undefined) return enlarge(natural, scale);
  const { width, height } = natural;
  const fitting = Math.sqrt(MOST_PRINTED / (width * height));
  const picture = await enlarge(natural, Math.max(scale, Math.min((scale * PRINT_DENSITY) / CSS_DENSITY, fitting)));
  const density = (CSS_DENSITY * picture.width) / (width * scale);
  return { ...picture, metadata: { ...picture.metadata, density } };
}

/** The text of a drawing, decompressed, without its XML declaration: it is written in UTF-8. */
async function textOf(bytes: Buffer): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isGzip ? await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_TEXT }) : bytes;
    return decodeBytes(plain, unicodeOf(plain) ?? declaredIn(plain)).replace(/^\s*(<\?xml[^>]*\?>)?/, '');
  } catch (error) {
    checkLibraryLimits(error);
    throw unreadable(error);
  }
}

/** The encoding in the XML declaration. A declaration that can be read as Latin-1 is not UTF-16, whatever it says. */
function declaredIn(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 200);
  const name = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1];
  return name && !/^utf-?16/i.test(name) ? name : 'utf-8';
}

/** Font families of drawings, and the shipped ones with the same metrics, or a similar look. */
const SUBSTITUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Arial|Helvetica)(?: (?:Unicode MS|Neue|Black|Narrow|MT))?(?![\w-])/gi, 'Liberation Sans'],
  [/\b(?:Verdana|Tahoma|Segoe UI|Bitstream Vera Sans)(?![\w-])/gi, 'DejaVu Sans'],
  [/\b(?:Times New Roman|Times|Georgia)(?![\w-])/gi, 'Liberation Serif'],
  [/\b(?:Courier New|Courier|Consolas|Menlo|Monaco)(?![\w-])/gi, 'Liberation Mono'],
  [/(?:\bui-|\b|-apple-)system(?:-ui)?(?![\w-])|\bBlinkMacSystemFont\b/gi, 'sans-serif'],
];

/** The value of a font attribute or property, which may have quotes within quotes. */
const VALUE = /\bfont(?:-family)?\s{0,9}[:=][^;<>{}]{1,300}/gi;

/** Replaces the font families of a drawing by shipped ones: resvg would use a serif font for all that it lacks. */
function substituteFonts(text: string): string {
  return text.replace(VALUE, (value) =>
    SUBSTITUTES.reduce((replaced, [family, shipped]) => replaced.replace(family, shipped), value),
  );
}
