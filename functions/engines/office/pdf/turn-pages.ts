import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layerAvailable } from '../../../sandbox/layer.ts';
import type { PdfFile, PdfPage } from '../../poppler/pdf-job.ts';
import { ON, runQpdf } from '../../qpdf/run-qpdf.ts';
import type { Page } from './page.ts';

/** A page as it was read, with its number and size in the file. */
interface ReadPage {
  readonly page: Page;
  readonly source: PdfPage;
}

/**
 * Reads pages on which most text is rotated again, from a copy in which it is upright, such as wide tables on tall pages.
 * Without qpdf they stay as they are.
 * @param read reads pages of a file
 */
export async function turnPages(
  file: PdfFile,
  all: readonly ReadPage[],
  read: (file: PdfFile, pages: readonly PdfPage[]) => Promise<Page[]>,
): Promise<Page[]> {
  const turned = all.filter(({ page }) => page.turn !== undefined);
  if (turned.length === 0 || !layerAvailable('qpdf')) return all.map(({ page }) => page);
  const folder = join(file.folder, 'turned');
  await mkdir(folder);
  const sourcePath = join(folder, 'turned.pdf');
  const rotate = turned.map(({ page, source }) => `+${page.turn}:${source.number}`);
  const same = { streamData: 'preserve', preserveUnreferenced: ON, deterministicId: ON };
  await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, rotate, ...same }, folder);
  const upright = await read(
    { sourcePath, folder },
    turned.map(({ source: { number, width, height } }) => ({ number, width: height, height: width })),
  );
  let next = 0;
  return all.map(({ page }) => (page.turn === undefined ? page : (upright[next++] ?? page)));
}
