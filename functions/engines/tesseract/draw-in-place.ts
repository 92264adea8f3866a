import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../conversion/quality.ts';
import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { PdfFile as Writer } from '../sharp/pdf/pdf-file.ts';

/** The resolution of a scanner, in pixels per inch. */
const RESOLUTION = 200;

/** Which pages of a file are drawn, and at which quality. */
interface Drawing {
  readonly pages: readonly PdfPage[];
  readonly drawn: readonly PdfPage[];
  readonly quality: Quality;
}

/**
 * Replaces pages of a PDF file by pictures of them, without the text that they have.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawInPlace(file: PdfFile, { pages, drawn, quality }: Drawing): Promise<PdfFile> {
  const folder = join(file.folder, 'drawn');
  await mkdir(folder);
  const pictures = join(folder, 'drawn.pdf');
  await drawFile({ ...file, folder }, drawn, { quality, path: pictures });
  if (drawn.length === pages.length) return { ...file, sourcePath: pictures };
  const places = new Map(drawn.map(({ number }, index) => [number, index + 1]));
  const sourcePath = join(folder, 'mixed.pdf');
  const order = pages.map(({ number }) => {
    const place = places.get(number);
    return place ? { file: pictures, range: `${place}` } : { file: '.', range: `${number}` };
  });
  await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, pages: order }, file.folder);
  return { ...file, sourcePath };
}

async function drawFile(
  file: PdfFile,
  pages: readonly PdfPage[],
  { quality, path: target }: { quality: Quality; path: string },
): Promise<void> {
  const dpiOf = (page: PdfPage) => fittingResolution(page, RESOLUTION);
  await Writer.write(target, async (pdf) => {
    for (const page of pages) {
      const options = { dpi: dpiOf(page) };
      const settings = { targetFormat: 'jpg', quality, pages: [page], options, onPages: () => {} } as const;
      const [path = ''] = await drawPages({ ...file, ...settings }, 'jpg');
      const picture = { sourcePath: path, sourceFormat: 'jpg', targetFormat: 'pdf', quality, options } as const;
      await addToPdf(pdf, { ...picture, folder: file.folder });
    }
  });
}
