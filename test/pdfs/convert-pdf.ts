import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { type ConvertSettings, convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** A committed PDF file: see README.md. */
export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, name));

/** What became of a PDF file. */
export interface ConvertedPdf {
  readonly format: FormatName;
  readonly bytes: Buffer;
  /** The files of its pages: those in the zip, or the only one. */
  readonly pages: readonly Buffer[];
  readonly names: readonly string[];
}

/** Converts with the real engine, in the jail: qpdf to pdf, poppler to all else. */
export async function convertPdf(
  pdf: Buffer,
  targetFormat: FormatName,
  settings: ConvertSettings = {},
): Promise<ConvertedPdf> {
  const engine = targetFormat === 'pdf' ? qpdf : poppler;
  const { format, file: bytes } = await convertBytes(engine, pdf, ['pdf', targetFormat], settings);
  const files = format === 'zip' ? unzip(bytes) : new Map([['', bytes]]);
  return { format, bytes, pages: [...files.values()], names: [...files.keys()] };
}

/** The size of a picture, and how to ask for the colour at a place given in parts of its sides. */
export async function look(bytes: Buffer, page = 0) {
  const { data, info } = await sharp(bytes, { page })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const place = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return nameOf([data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]);
  };
  return { width: info.width, height: info.height, at };
}

const COLOURS = { white: [255, 255, 255], red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], black: [0, 0, 0] };

/** The name of the colour that is near, as lossy formats have it. */
function nameOf(pixel: readonly number[]): string {
  const near = Object.entries(COLOURS).find(([, colour]) =>
    colour.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) < 40),
  );
  return near?.[0] ?? pixel.join(' ');
}
