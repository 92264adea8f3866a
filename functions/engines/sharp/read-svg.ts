import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invalidOption } from '../../conversion/options.ts';
import { provideFonts } from './fonts.ts';
import type { Size } from './geometry.ts';
import { checkLibraryLimits, checkResultSize } from './limits.ts';
import { type Picture, type Reader, sharpPicture } from './picture.ts';
import type { PictureOptions } from './picture-options.ts';
import { withReadPictures } from './svg-pictures.ts';
import { resizeDrawing } from './svg-size.ts';
import { unreadable } from './unreadable.ts';
import { longestIcon } from './write-icons.ts';

/** CSS pixels to the inch, as browsers have it: inner lengths like 12pt are drawn by it. */
const CSS_DENSITY = 96;
/** What the library takes for the density of a drawing: it magnifies the whole by the ratio, which is undone here. */
const LIBRARY_DENSITY = 72;
/** How finely a drawing is drawn that is to be printed, and at most how many pixels of it. */
const PRINT_DENSITY = 300;
const MOST_PRINTED = 25_000_000;
/** What the library draws on a side. */
const LONGEST_SIDE = 32_767;
/** An inflated drawing larger than this is refused. */
const LARGEST_TEXT = 64 * 1024 * 1024;

/**
 * Reads an SVG drawing. It is handed over as bytes and not as a path, so that no relative reference in it leads
 * anywhere: nothing is loaded but `data:` URIs.
 */
export const readSvg: Reader = async ({ path, target, options }) => {
  provideFonts();
  const text = await withReadPictures(await textOf(await readFile(path)));
  return [
    () => {
      // A drawing has no size of its own that an icon should be bound to: it is drawn as large as icons get.
      const icon = longestIcon(target);
      const longest = icon ? { longest: icon } : {};
      const draw = async (magnification: number) => {
        const resized = resizeDrawing(text, { scale: (magnification * LIBRARY_DENSITY) / CSS_DENSITY, ...longest });
        const density = resized ? CSS_DENSITY : LIBRARY_DENSITY;
        const picture = await sharpPicture(recognisable(resized ?? text), { density });
        const checkDrawn = (size: Size) => {
          if (Math.max(size.width, size.height) > LONGEST_SIDE)
            throw invalidOption(
              `The options ask for ${size.width} x ${size.height} pixels; a drawing is drawn with at most ${LONGEST_SIDE} on a side.`,
            );
        };
        return { ...picture, checkDrawn };
      };
      return target === 'pdf' ? drawForPrint(draw, options) : drawAt(draw, magnificationOf(options));
    },
  ];
};

type Draw = (magnification: number) => Promise<Picture>;

/** How many times as large as on a screen a drawing is drawn. */
function magnificationOf({ scale = 1, dpi = CSS_DENSITY }: PictureOptions): number {
  return (scale * dpi) / CSS_DENSITY;
}

/** Draws as large as is asked for, which must not be more than what is drawn at all. */
async function drawAt(draw: Draw, magnification: number): Promise<Picture> {
  if (magnification === 1) return draw(1);
  const { width, height, checkDrawn } = await draw(1);
  const size = { width: Math.round(width * magnification), height: Math.round(height * magnification) };
  checkResultSize({ ...size, frames: 1 });
  checkDrawn?.(size);
  return draw(magnification);
}

/** Draws so much larger than on a screen as paper deserves, and says how large it is to be on paper. */
async function drawForPrint(draw: Draw, options: PictureOptions): Promise<Picture> {
  const { width: wanted, height: high, dpi, scale = 1 } = options;
  const { width, height } = await draw(1);
  if (dpi !== undefined) return drawAt(draw, magnificationOf(options));
  // What is to have so many pixels is no larger on paper than on a screen.
  if (wanted !== undefined || high !== undefined) return drawAt(draw, scale);
  const fitting = Math.sqrt(MOST_PRINTED / (width * height));
  const picture = await drawAt(draw, Math.max(scale, Math.min((scale * PRINT_DENSITY) / CSS_DENSITY, fitting)));
  const density = (CSS_DENSITY * picture.width) / (width * scale);
  return { ...picture, metadata: { ...picture.metadata, density } };
}

/** In UTF-8, and beginning so that it is recognised as a drawing however long its prolog is. */
function recognisable(text: string): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!--<svg-->${text}`);
}

/** The text of a drawing, inflated if need be, without its XML declaration. */
async function textOf(bytes: Buffer): Promise<string> {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await inflate(bytes) : bytes;
  return decode(plain).replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?/, '');
}

async function inflate(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_TEXT });
  } catch (error) {
    checkLibraryLimits(error);
    throw unreadable(error);
  }
}

function decode(bytes: Buffer): string {
  const label = encodingOf(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The encoding by byte order mark, by the zero bytes of UTF-16 without one, or as the XML declaration says. */
function encodingOf(bytes: Buffer): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const declared = /^(?:\xEF\xBB\xBF)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  return declared && !/^utf-?16/i.test(declared) ? declared : 'utf-8';
}
