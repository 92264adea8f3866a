import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfFile, PdfPage } from '../../../poppler/pdf-job.ts';
import { AS_IT_IS, runQpdf } from '../../../qpdf/run-qpdf.ts';
import type { Page } from '../page.ts';

/**
 * Reads pages on which most text is rotated again, from a copy in which it is upright, such as wide tables on tall pages.
 * @param contents of the file's pages, in their order
 * @param read reads pages of a file
 */
export async function turnPages(
  { sourcePath: inputFile, folder: within, pages }: PdfFile & { readonly pages: readonly PdfPage[] },
  contents: readonly Page[],
  read: (file: PdfFile, pages: readonly PdfPage[]) => Promise<Page[]>,
): Promise<readonly Page[]> {
  const turned = pages.flatMap((page, index) => {
    const turn = contents[index]?.turn;
    return turn === undefined ? [] : [{ ...page, turn }];
  });
  if (turned.length === 0) return contents;
  const folder = join(within, 'turned');
  await mkdir(folder);
  const sourcePath = join(folder, 'turned.pdf');
  const rotate = turned.map(({ number, turn }) => `+${turn}:${number}`);
  await runQpdf({ inputFile, outputFile: sourcePath, rotate, ...AS_IT_IS }, folder);
  const sizes = turned.map(({ number, width, height }) => ({ number, width: height, height: width }));
  const upright = (await read({ sourcePath, folder }, sizes)).values();
  return contents.map((page) => (page.turn === undefined ? page : (upright.next().value ?? page)));
}
