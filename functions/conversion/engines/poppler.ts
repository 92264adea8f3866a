import type { Engine, EngineJob, EngineResult } from '../engine.ts';
import { ConversionError } from '../errors.ts';
import type { FormatName } from '../formats.ts';
import { jailAvailable } from '../jail.ts';
import { layerAvailable } from '../layer.ts';
import { inspectPdf } from './poppler/inspect-pdf.ts';
import type { PdfJob, PdfWriter } from './poppler/pdf-job.ts';
import { TIME_LIMIT } from './poppler/run-poppler.ts';
import { writeHtml } from './poppler/write-html.ts';
import { writeDrawn, writeThroughSharp, writeTiff } from './poppler/write-pictures.ts';
import { writeSvg } from './poppler/write-svg.ts';
import { writeText } from './poppler/write-text.ts';
import { sharp } from './sharp.ts';

/** The writer of each target. */
const WRITERS = {
  jpg: writeDrawn('jpg'),
  png: writeThroughSharp,
  webp: writeThroughSharp,
  avif: writeThroughSharp,
  gif: writeThroughSharp,
  bmp: writeThroughSharp,
  tiff: writeTiff,
  svg: writeSvg,
  txt: writeText,
  html: writeHtml,
} as const satisfies Partial<Record<FormatName, PdfWriter>>;

/** PDF files to pictures, drawings, text and web pages: poppler, each of its programs in a jail. */
export const poppler: Engine = {
  name: 'poppler',
  worker: {
    lane: 'queue',
    layer: 'poppler',
    memory: 3008,
    timeout: TIME_LIMIT,
    scratch: 4096,
    programs: sharp.worker.programs,
    packages: sharp.worker.packages,
  },
  conversions: { pdf: Object.keys(WRITERS) as (keyof typeof WRITERS)[] },
  available: () => layerAvailable('poppler') && jailAvailable() && sharp.available(),
  stop: () => sharp.stop?.(),
  convert,
};

async function convert(job: EngineJob): Promise<EngineResult> {
  const { targetFormat } = job;
  if (!isWritten(targetFormat)) throw new Error(`no writer for ${targetFormat}`);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeOut()), TIME_LIMIT * 1000);
  try {
    const file = { sourcePath: job.sourcePath, folder: job.folder, signal: controller.signal };
    const pages = await inspectPdf(file);
    const { quality } = job;
    const pdf = { ...file, targetFormat, quality, pages, onPages: countPages(pages.length, job.onProgress) };
    const { path, zipped } = await WRITERS[targetFormat](pdf);
    return { path, format: zipped ? 'zip' : targetFormat };
  } finally {
    clearTimeout(timer);
  }
}

function isWritten(format: FormatName): format is keyof typeof WRITERS {
  return Object.hasOwn(WRITERS, format);
}

function countPages(all: number, onProgress: EngineJob['onProgress']): PdfJob['onPages'] {
  let done = 0;
  return (count) => {
    done += count;
    onProgress?.(Math.floor((done / all) * 100));
  };
}

function timeOut(): ConversionError {
  return new ConversionError(
    'ENGINE_TIMED_OUT',
    `The conversion took longer than ${TIME_LIMIT} seconds and was stopped. Choose a lower quality or split the file.`,
  );
}
