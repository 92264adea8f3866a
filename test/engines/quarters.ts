import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { expect } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export const RED = [224, 32, 32] as const;
export const GREEN = [32, 192, 64] as const;
export const BLUE = [32, 64, 224] as const;
export const YELLOW = [240, 224, 32] as const;

export type Colour = readonly [number, number, number];

const folder = temporaryFolder();

/** A committed picture: see test/pictures/make.sh. */
export const fixture = (name: string): string => join(import.meta.dirname, '../pictures', name);

/** Four quarters, red, green, blue and yellow, made at test time. */
export function quarters(width = 48, height = 32): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right] = y < height / 2 ? [RED, GREEN] : [BLUE, YELLOW];
      pixels.set(x < width / 2 ? left : right, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Converts with the real engine. */
export async function convert(
  sourcePath: string,
  sourceFormat: FormatName,
  targetFormat: FormatName,
  quality: Quality = 'medium',
): Promise<{ format: FormatName; path: string; bytes: Buffer }> {
  const formats = [sourceFormat, targetFormat] as const;
  const result = await convertContent(engine, folder, readFileSync(sourcePath), formats, { quality });
  return { ...result, bytes: readFileSync(result.path) };
}

/** Pixels in sRGB with alpha, and what the headers say. */
export async function decode(bytes: Buffer): Promise<{ pixel(x: number, y: number): number[]; metadata: Metadata }> {
  const metadata = await sharp(bytes).metadata();
  const image = sharp(bytes).ensureAlpha().toColourspace('srgb');
  // It brings 16 bits to a wider space if not told otherwise.
  if (metadata.icc) image.withIccProfile('srgb', { attach: false });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { metadata, pixel: (x, y) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x + 1) * 4)] };
}

/** Expects a colour, give or take what a lossy encoder does to it. */
export function expectColour(actual: readonly number[], wanted: Colour, tolerance = 12): void {
  const far = wanted.map((value, channel) => Math.abs(value - (actual[channel] ?? -255)));
  expect(Math.max(...far), `${actual} instead of ${wanted}`).toBeLessThanOrEqual(tolerance);
}

/** Expects the four quarters, upright. */
export async function expectQuarters(bytes: Buffer, width: number, height: number, tolerance = 12): Promise<void> {
  const { pixel, metadata } = await decode(bytes);
  expect([metadata.width, metadata.height]).toEqual([width, height]);
  const [left, right, top, bottom] = [width >> 2, width - (width >> 2), height >> 2, height - (height >> 2)];
  expectColour(pixel(left, top), RED, tolerance);
  expectColour(pixel(right, top), GREEN, tolerance);
  expectColour(pixel(left, bottom), BLUE, tolerance);
  expectColour(pixel(right, bottom), YELLOW, tolerance);
}
