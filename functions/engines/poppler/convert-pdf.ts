import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { chosenPages } from './chosen-pages.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import type { PdfTarget } from './pdf-targets.ts';
import { writeHtml } from './write-html.ts';
import { writeComic, writeJpeg, writeThroughSharp, writeTiff } from './write-pictures.ts';
import { writeSvg } from './write-svg.ts';
import { writeText } from './write-text.ts';

/** The writer of each target. */
const WRITERS = {
  jpg: writeJpeg,
  png: writeThroughSharp,
  webp: writeThroughSharp,
  avif: writeThroughSharp,
  gif: writeThroughSharp,
  bmp: writeThroughSharp,
  tiff: writeTiff,
  svg: writeSvg,
  txt: writeText,
  html: writeHtml,
  cbz: writeComic,
} as const satisfies Record<PdfTarget, PdfWriter>;

/**
 * Converts a PDF file.
 * @param numbers of the pages in the original, where the file has only some of them
 * @throws ConversionError
 */
export async function convertPdf(job: EngineJob, numbers?: readonly number[]): Promise<EngineResult> {
  const { targetFormat, onProgress } = job;
  if (!hasFormat(WRITERS, targetFormat)) throw new Error(`no writer for ${targetFormat}`);
  const options: PdfJob['options'] = job.options;
  const pages = await chosenPages(job, options);
  return WRITERS[targetFormat]({
    ...job,
    options,
    pages,
    numbers,
    onPages: countPages(pages.length, onProgress),
  });
}

function countPages(all: number, onProgress: EngineJob['onProgress']): PdfJob['onPages'] {
  let done = 0;
  return (count) => {
    done += count;
    onProgress?.(Math.floor((done / all) * 100));
  };
}
