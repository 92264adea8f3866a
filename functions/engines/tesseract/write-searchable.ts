import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import type { ReadPage } from './read-page.ts';
import type { Scan } from './read-scan.ts';

/** The settings of qpdf: small and deterministic files. */
const FORM = { objectStreams: 'generate', decrypt: '', deterministicId: '' } as const;

/**
 * Adds the invisible text layers behind the pages, so that viewers can search them. The content of pages stays as it is,
 * byte for byte; pages on their side are rotated.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function writeSearchable({ pages, read, file }: Scan, path: string): Promise<void> {
  const { sourcePath, folder } = file;
  const whole = join(folder, 'whole.pdf');
  const { faulty } = await runQpdf({ inputFile: sourcePath, outputFile: whole, ...FORM }, folder);
  if (faulty) await refuseChangedPages(file, whole, pages.length);
  if (read.length === 0) await copyFile(whole, path);
  else await addText({ sourcePath: whole, folder }, read, path);
  const written = await inspectPdf({ sourcePath: path, folder }, LIMITS.filePages);
  if (written.length !== pages.length) throw unreadable(`${written.length} pages became of ${pages.length}`);
}

async function addText({ sourcePath, folder }: PdfFile, read: readonly ReadPage[], path: string): Promise<void> {
  const text = join(folder, 'text.pdf');
  const layers = read.map(({ textLayer = '' }, index) => ({ file: index === 0 ? '.' : textLayer, range: '1' }));
  // The files may be more than a process may have open.
  const together = { pages: layers, keepFilesOpen: 'n', outputFile: text };
  await runQpdf({ inputFile: read[0]?.textLayer ?? '', ...together }, folder);
  const rotations = read
    .filter(({ rotation }) => rotation !== 0)
    .map(({ rotation, number }) => `+${rotation}:${number}`);
  const to = read.map(({ number }) => number).join(',');
  await runQpdf(
    {
      inputFile: sourcePath,
      outputFile: path,
      ...(rotations.length > 0 && { rotate: rotations }),
      underlay: [{ file: text, from: '1-z', to }],
      ...FORM,
    },
    folder,
  );
}
