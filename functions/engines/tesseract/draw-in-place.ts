import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../conversion/quality.ts';
import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { PdfFile as Writer } from '../sharp/pdf/pdf-file.ts';
import { IMAGE_QUALITIES } from '../sharp/writing/encodings.ts';
import { dewarp, type Step } from './dewarp.ts';
import { POINTS_PER_INCH } from './draw-page.ts';

/** The resolution of a scanner, in pixels per inch, and the pixels of a photo that a page was, at most. */
const [RESOLUTION, PHOTO] = [200, 12_000_000];

/** Which pages of a file are drawn, and how. */
interface Drawing {
  readonly pages: readonly PdfPage[];
  readonly drawn: readonly PdfPage[];
  /** What is done to bent pages, by their numbers. */
  readonly bent: ReadonlyMap<number, readonly Step[]>;
  readonly quality: Quality;
}

/**
 * Replaces pages of a PDF file by pictures of them, without the text that they have.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawInPlace(file: PdfFile, drawing: Drawing): Promise<PdfFile> {
  const { pages, drawn } = drawing;
  const folder = join(file.folder, 'drawn');
  await mkdir(folder);
  const pictures = join(folder, 'drawn.pdf');
  await drawFile({ ...file, folder }, drawing, pictures);
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

async function drawFile(file: PdfFile, { drawn, bent, quality }: Drawing, target: string): Promise<void> {
  await Writer.write(target, async (pdf) => {
    for (const page of drawn) {
      const steps = bent.get(page.number);
      const dpi = steps
        ? Math.min(RESOLUTION, POINTS_PER_INCH * Math.sqrt(PHOTO / (page.width * page.height)))
        : RESOLUTION;
      const options = { dpi: fittingResolution(page, dpi) };
      const settings = { targetFormat: 'jpg', quality, pages: [page], options, onPages: () => {} } as const;
      const [path = ''] = await drawPages({ ...file, ...settings }, steps ? 'pixels' : 'jpg');
      const sourcePath = steps ? await writeFlat(path, steps, quality) : path;
      const picture = { sourcePath, sourceFormat: 'jpg', targetFormat: 'pdf', quality, options } as const;
      await addToPdf(pdf, { ...picture, folder: file.folder });
    }
  });
}

async function writeFlat(path: string, steps: readonly Step[], quality: Quality): Promise<string> {
  const flat = `${path}.jpg`;
  await (await dewarp(path, steps, 'srgb')).jpeg({ quality: IMAGE_QUALITIES.jpg[quality] }).toFile(flat);
  return flat;
}
