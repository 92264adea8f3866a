import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBytes, LIMITS } from '../../../poppler/limits.ts';
import { refuseLostPages } from '../../../poppler/lost-pages.ts';
import type { PdfFile, PdfPage } from '../../../poppler/pdf-job.ts';
import { type PageRun, planRuns } from '../../../poppler/plan-runs.ts';
import { runParallel } from '../../../poppler/run-parallel.ts';
import { runPoppler } from '../../../poppler/run-poppler.ts';

const POINTS_PER_INCH = 72;

/** The intermediate files of a run of pages. */
export const FILES = {
  /** Words with their boxes, by pdftotext. */
  words: 'words.html',
  /** The fonts of words, by pdftohtml. */
  styles: 'styles.xml',
  /** The pages without their text, by pdftohtml: ground001.png and so on. */
  ground: 'ground.html',
  /** A page with its text, by pdftoppm. */
  whole: 'whole',
  /** The combined pages. */
  pages: 'pages.json',
} as const;

/** Units per point in the output of pdftohtml, which has no finer ones. */
export const SCALE = 3;

/** The folders of a run of pages: the output of Poppler, and what is made of it, where Poppler cannot write. */
export interface RunFolders {
  readonly found: string;
  readonly made: string;
  /** The number of the first page. */
  readonly first: number;
  /** Draws a page with its text, as large as those without. @returns the path of the picture */
  readonly drawWhole: (page: number) => Promise<string>;
}

/**
 * Extracts the words of a PDF file with their positions and fonts, and everything else that is drawn, by Poppler.
 * @param read combines the output of Poppler in a folder within `into`, and returns the size of its pictures
 * @returns the folders with the combined output, in order
 */
export async function extractPages(
  file: PdfFile,
  sizes: readonly PdfPage[],
  { resolution, into, read }: { resolution: number; into: string; read: (run: RunFolders) => Promise<number> },
): Promise<string[]> {
  let bytes = 0;
  const drawn = sizes.map((page) => ({ ...page, ...page.cropped?.media }));
  return runParallel(planRuns(drawn, resolution), async (run) => {
    const [found, made] = [file.folder, into].map((folder) => join(folder, `pages-${run.first}`)) as [string, string];
    await Promise.all([mkdir(found), mkdir(made)]);
    await extractRun(file, run, found);
    bytes += await read({
      found,
      made,
      first: run.first,
      drawWhole: (page) => drawWhole(file, { ...run, page }, found),
    });
    checkBytes(bytes, LIMITS.html);
    return made;
  });
}

async function extractRun(file: PdfFile, { first, last, resolution }: PageRun, folder: string): Promise<void> {
  const [range, path] = [['-f', `${first}`, '-l', `${last}`], (name: string) => join(folder, name)];
  await runPoppler('pdftotext', ['-bbox', '-enc', 'UTF-8', ...range, file.sourcePath, path(FILES.words)], file);
  const looks = ['-xml', '-i', '-nodrm', '-fontfullname', '-enc', 'UTF-8', '-zoom', `${SCALE}`];
  await runPoppler('pdftohtml', [...looks, ...range, file.sourcePath, path(FILES.styles)], file);
  const drawn = ['-c', '-s', '-noframes', '-nodrm', '-fmt', 'png', '-zoom', `${resolution / POINTS_PER_INCH}`];
  const { stderr } = await runPoppler('pdftohtml', [...drawn, ...range, file.sourcePath, path(FILES.ground)], file);
  await refuseLostPages(file, { first, last }, stderr);
}

async function drawWhole(
  file: PdfFile,
  { page, resolution }: { readonly page: number; readonly resolution: number },
  folder: string,
): Promise<string> {
  const path = join(folder, FILES.whole);
  const drawn = ['-png', '-singlefile', '-cropbox', '-r', `${resolution}`, '-f', `${page}`, '-l', `${page}`];
  await runPoppler('pdftoppm', [...drawn, file.sourcePath, path], file);
  return `${path}.png`;
}
