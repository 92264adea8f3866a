import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { inspectPdf } from './inspect-pdf.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import { writeHtml } from './write-html.ts';
import { writeDrawn, writeThroughSharp, writeTiff } from './write-pictures.ts';
import { writeSvg } from './write-svg.ts';
import { writeText } from './write-text.ts';

/** The writers of pictures of pages. */
const DRAWERS = {
  jpg: writeDrawn('jpg'),
  png: writeThroughSharp,
  webp: writeThroughSharp,
  avif: writeThroughSharp,
  gif: writeThroughSharp,
  bmp: writeThroughSharp,
  tiff: writeTiff,
  svg: writeSvg,
} as const satisfies Partial<Record<FormatName, PdfWriter>>;

/** The writer of each target. */
const WRITERS = {
  ...DRAWERS,
  txt: writeText,
  html: writeHtml,
} as const satisfies Partial<Record<FormatName, PdfWriter>>;

export type DrawnTarget = keyof typeof DRAWERS;
export type PdfTarget = keyof typeof WRITERS;

/** What pages are drawn as. */
export const DRAWN_TARGETS = Object.keys(DRAWERS) as DrawnTarget[];
/** All that a PDF file becomes. */
export const PDF_TARGETS = Object.keys(WRITERS) as PdfTarget[];

/** A PDF file that is to become something else, and how long that may take, in seconds. */
export interface PdfConversion extends EngineJob {
  readonly timeLimit: number;
}

/**
 * Converts a PDF file.
 * @throws ConversionError
 */
export async function convertPdf(job: PdfConversion): Promise<EngineResult> {
  const { sourcePath, folder, targetFormat, quality, timeLimit, onProgress } = job;
  if (!isWritten(targetFormat)) throw new Error(`no writer for ${targetFormat}`);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeOut(timeLimit)), timeLimit * 1000);
  try {
    const file = { sourcePath, folder, signal: controller.signal };
    const pages = await inspectPdf(file);
    const pdf = { ...file, targetFormat, quality, pages, onPages: countPages(pages.length, onProgress) };
    const { path, zipped } = await WRITERS[targetFormat](pdf);
    return { path, format: zipped ? 'zip' : targetFormat };
  } finally {
    clearTimeout(timer);
  }
}

function isWritten(format: FormatName): format is PdfTarget {
  return Object.hasOwn(WRITERS, format);
}

function countPages(all: number, onProgress: EngineJob['onProgress']): PdfJob['onPages'] {
  let done = 0;
  return (count) => {
    done += count;
    onProgress?.(Math.floor((done / all) * 100));
  };
}

function timeOut(seconds: number): ConversionError {
  return new ConversionError(
    'ENGINE_TIMED_OUT',
    `The conversion took longer than ${seconds} seconds and was stopped. Choose a lower quality or split the file.`,
  );
}
