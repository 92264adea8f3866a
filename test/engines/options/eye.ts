import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../../../functions/conversion/catalogue.ts';
import { chooseEngine } from '../../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { checkOptions, type Options, readOptions } from '../../../functions/conversion/options.ts';
import type { Quality } from '../../../functions/conversion/quality.ts';
import type { Engine } from '../../../functions/engines/engine.ts';
import { poppler } from '../../documents/read-result.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { convertPdf } from '../../pdfs/convert-pdf.ts';
import { type ConvertSettings, convertContent } from '../../support/engine.ts';
import { failure } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A picture as another decoder than the one that wrote it sees it. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Buffer;
  pixel(x: number, y: number): number[];
}

/** A conversion with options. */
export interface ConversionRequest {
  readonly source: string;
  readonly from: FormatName;
  readonly to: FormatName;
  readonly options?: Options;
  readonly quality?: Quality;
}

const folder = temporaryFolder();

/** Converts with the engine that the service would choose, after the checks of the service. */
export async function make({ source, from, to, options = {}, quality = 'medium' }: ConversionRequest) {
  const engine = checked(from, to, options);
  const made = await convertContent(engine, folder, readFileSync(source), [from, to], { quality, options });
  return { ...made, bytes: readFileSync(made.path) };
}

/** The engine that the service would choose, after the checks of the service. */
function checked(from: FormatName, to: FormatName, options: Options): Engine {
  const engine = chooseEngine(from, to);
  const known = optionsOf(from, to, engine);
  checkOptions(readOptions({ values: options }, to, known), `${from} to ${to}`, known);
  return engine;
}

/**
 * Looks at a picture, or at one frame of an animation, with ffmpeg.
 * @param stream an animated AVIF has its still picture first
 */
export async function see(path: string, frame = 0, stream = 0): Promise<Seen> {
  const raw = join(folder, randomUUID());
  const shape = await runFfmpeg('ffprobe', '-show_entries', 'stream=width,height', '-of', 'json', path);
  const { width, height } = JSON.parse(shape).streams[stream] as { width: number; height: number };
  const picking = ['-map', `0:${stream}`, '-vf', `select=eq(n\\,${frame})`, '-frames:v', '1'];
  await runFfmpeg('ffmpeg', '-y', '-i', path, ...picking, '-pix_fmt', 'rgba', '-f', 'rawvideo', raw);
  return seenIn(readFileSync(raw), width, height);
}

/** Pixels as something seen. */
export function seenIn(data: Buffer, width: number, height: number): Seen {
  return { width, height, data, pixel: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x + 1) * 4)] };
}

/** Converts a PDF file after the checks of the service, as its engine does. */
export async function ask(pdf: Buffer, target: FormatName, options: Options, settings: ConvertSettings = {}) {
  checked('pdf', target, options);
  return convertPdf(pdf, target, { ...settings, options });
}

/** The code and the message of what a conversion fails with. */
export async function refusal(conversion: Promise<unknown>): Promise<string> {
  const { code, message } = await failure(conversion);
  return code === 'none' ? code : `${code}: ${message}`;
}

/** What poppler says of a PDF file, by the names that it gives. */
export function pdfinfo(pdf: Buffer, ...args: string[]): Record<string, string> {
  const lines = poppler('pdfinfo', pdf, ...args, '-').matchAll(/^([^:\n]+):(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.replace(/ +/g, ' '), value.trim()]));
}
