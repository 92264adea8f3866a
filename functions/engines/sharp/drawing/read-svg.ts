import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FormatName } from '../../../conversion/formats.ts';
import { attribute, tokensOf } from '../../markup.ts';
import { decodeDeclared } from '../../office/text-encoding.ts';
import { unreadableFile, unsupported } from '../../refusals.ts';
import { checkLibraryLimits, checkSize } from '../limits.ts';
import { type Pages, type Picture, type Reader, sharpPicture } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';
import { planGeometry } from '../transforming/geometry.ts';
import { unreadable } from '../unreadable.ts';
import { longestIcon } from '../writing/write-icons.ts';
import { needsBrowser, UNSUPPORTED_PICTURES } from './needs-browser.ts';
import { runResvg } from './run-resvg.ts';

/** CSS pixels to the inch, as browsers have it. */
const CSS_DENSITY = 96;
/** The resolution of a drawing for print, and the most pixels that it gets. */
const PRINT_DENSITY = 300;
const MOST_PRINTED = 25_000_000;
/** The largest drawing after decompression. */
const LARGEST_TEXT = 64 * 1024 * 1024;
/** Reads an SVG drawing: resvg renders it in the size that is needed. */
export const readSvg: Reader = async ({ path, target, options, folder, handsOver }) => {
  const text = await drawingText(path);
  if (handsOver && (isPrinted(target, options) || needsBrowser(text)))
    throw unsupported('The drawing can only be shown by a browser.');
  if (UNSUPPORTED_PICTURES.test(text))
    throw unreadableFile(
      'The drawing holds a picture in a format that cannot be drawn: only PNG, JPEG, GIF, WebP and SVG can.',
      'unread picture',
    );
  const drawing = join(folder, 'drawing.svg');
  await writeFile(drawing, substituteFonts(withBothSides(text)));
  return drawnPages(async (zoom) => sharpPicture(await runResvg(drawing, zoom, folder)), target, options);
};

/** Whether a drawing is printed by a browser: its lines and words stay such, for which no option may be about pixels. */
export function isPrinted(target: FormatName, options: PictureOptions): boolean {
  return target === 'pdf' && Object.keys(options).every((name) => name === 'scale');
}

/**
 * The only page of a drawing.
 * @param draw renders it, relative to its size on a screen
 */
export function drawnPages(
  draw: (zoom: number) => Promise<Picture>,
  target: FormatName,
  options: PictureOptions,
): Pages {
  return [
    async () => {
      const natural = await draw(1);
      const enlarge = async (zoom: number) => {
        if (zoom === 1) return natural;
        checkSize({ width: Math.round(natural.width * zoom), height: Math.round(natural.height * zoom), frames: 1 });
        return draw(zoom);
      };
      const zoom = zoomFor(natural, target, options);
      const picture = withDensity(await enlarge(zoom), natural, target, options);
      const factor = scaleBy(picture, options);
      return factor === 1 ? picture : { ...picture, open: (await enlarge(zoom * factor)).open };
    },
  ];
}

/** By how much a drawing is enlarged, relative to its size on a screen. */
function zoomFor({ width, height }: Picture, target: FormatName, options: PictureOptions): number {
  const { scale = 1, dpi = CSS_DENSITY } = options;
  const icon = longestIcon(target);
  // A drawing scales to any size: it is rendered as large as icons get.
  if (icon) return icon / Math.max(width, height);
  if (!isForPrint(target, options)) return (scale * dpi) / CSS_DENSITY;
  const fitting = Math.sqrt(MOST_PRINTED / (width * height));
  return Math.max(scale, Math.min((scale * PRINT_DENSITY) / CSS_DENSITY, fitting));
}

/** Whether a drawing gets the resolution of print: a requested size in pixels stays as large on paper as on a screen. */
function isForPrint(target: FormatName, { dpi, width, height }: PictureOptions): boolean {
  return target === 'pdf' && dpi === undefined && width === undefined && height === undefined;
}

/** Adds the density that keeps the size of a drawing on paper. */
function withDensity(picture: Picture, natural: Picture, target: FormatName, options: PictureOptions): Picture {
  if (!isForPrint(target, options)) return picture;
  const density = (CSS_DENSITY * picture.width) / (natural.width * (options.scale ?? 1));
  return { ...picture, metadata: { ...picture.metadata, density } };
}

/** By how much the options scale a drawing further: it is rendered at its final size. */
function scaleBy(picture: Picture, options: PictureOptions): number {
  const { scaled, crop, turned } = planGeometry(picture, options) ?? {};
  if (!scaled || !turned || crop) return 1;
  return Math.max(scaled.width / turned.width, scaled.height / turned.height);
}

/** The text of a drawing, decompressed, without its XML declaration: it is to be written in UTF-8. */
export async function drawingText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isGzip ? await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_TEXT }) : bytes;
    return decodeDeclared(plain).replace(/^\s*(<\?xml[^>]*\?>)?/, '');
  } catch (error) {
    checkLibraryLimits(error);
    throw unreadable(error);
  }
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

const LENGTH = /^(\d{1,9}(?:\.\d{0,9})?)([a-z]{0,3})$/i;
/** The most characters of a view box that are parsed. */
const LONGEST_BOX = 256;
/** The longest side, in pixels, of a drawing that states no size: the units of its view box may be as small as one likes. */
const LONGEST_SIDE = 8192;

/**
 * Adds the height or the width to a drawing that states the other one alone, by the aspect ratio of its view box, as
 * browsers do: resvg would take it from the view box as it is. One that states neither is limited.
 * @param always whether one that states neither gets those of its view box, whatever they are
 */
export function withBothSides(text: string, always = false): string {
  for (const { kind, name, start, end } of tokensOf(text)) {
    if (kind !== 'open' || name !== 'svg') continue;
    const tag = text.slice(start, end);
    const box = (attribute(tag, 'viewBox') ?? '').slice(0, LONGEST_BOX).trim();
    const [, , boxWidth = 0, boxHeight = 0] = box.split(/[\s,]+/).map(Number);
    const [width, height] = [attribute(tag, 'width'), attribute(tag, 'height')];
    const behindName = start + tag.search(/[\s/>]/);
    const withSize = (size: string) => `${text.slice(0, behindName)} ${size}${text.slice(behindName)}`;
    const zoom = Math.min(1, LONGEST_SIDE / Math.max(boxWidth, boxHeight));
    if (width === undefined && height === undefined && (zoom < 1 || (always && boxWidth > 0 && boxHeight > 0)))
      return withSize(`width="${boxWidth * zoom}" height="${boxHeight * zoom}"`);
    const [, length, unit] = LENGTH.exec(width ?? height ?? '') ?? [];
    if (!length || !(boxWidth > 0 && boxHeight > 0) || (width !== undefined && height !== undefined)) return text;
    const ratio = width === undefined ? boxWidth / boxHeight : boxHeight / boxWidth;
    return withSize(`${width === undefined ? 'width' : 'height'}="${Number(length) * ratio}${unit}"`);
  }
  return text;
}
