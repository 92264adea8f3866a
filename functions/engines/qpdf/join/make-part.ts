import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { quote } from '../../../conversion/quote.ts';
import { DETECTION_BYTES } from '../../../detection/detection-bytes.ts';
import { judgeFormat } from '../../../detection/judge-format.ts';
import type { EngineJob } from '../../engine.ts';
import { checkEnd } from '../../poppler/check-end.ts';
import { qpdf } from '../../qpdf.ts';
import { readHead } from '../../read-head.ts';
import { sharp } from '../../sharp.ts';
import { checkRepaired } from '../check-repaired.ts';
import { linkExplicitly } from './link-explicitly.ts';
import { listPdf, type Outline } from './list-pdf.ts';
import type { PartFile } from './unpack-parts.ts';

/** A PDF file, as it is joined with others. */
export interface Part {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
  readonly outlines: readonly Outline[];
}

/**
 * Makes a file a PDF file that can be joined.
 * @param job whose folder is this file's alone
 * @throws ConversionError with the name of the file
 */
export async function makePart(file: PartFile, job: EngineJob): Promise<Part> {
  try {
    await mkdir(job.folder);
    if ((await stat(file.path).catch(() => undefined)) === undefined)
      throw new ConversionError('UNREADABLE_FILE', 'it is empty.');
    const format = await judgeFormat(await readHead(file.path, DETECTION_BYTES), file.name);
    if (format === 'pdf') return await linkedPart(file, job);
    return await picturePart(file, format, job);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new ConversionError(error.code, `${quote(file.name)} cannot be joined: ${error.message}`, {
      cause: error.cause,
    });
  }
}

async function linkedPart({ name, path }: PartFile, job: EngineJob): Promise<Part> {
  await checkEnd(path);
  const { listing, faulty } = await listPdf(path, job.folder);
  const pages = listing.pages.length;
  if (faulty) await checkRepaired({ ...job, sourcePath: path }, pages);
  return { name, path: await linkExplicitly(path, listing, job.folder), pages, outlines: listing.outlines };
}

async function picturePart(
  { name, path: sourcePath }: PartFile,
  sourceFormat: FormatName,
  job: EngineJob,
): Promise<Part> {
  const targets = sharp.conversions[sourceFormat];
  // What decodes pictures is loaded where there are some.
  const { isReadWith, pdfOfPicture } = await import('./pdf-of-picture.ts');
  if (!targets?.includes('pdf') || !isReadWith(qpdf.worker.layers, sourceFormat))
    throw new ConversionError(
      'UNSUPPORTED_CONVERSION',
      `it is ${sourceFormat}; PDF files and pictures are joined. Convert it to ${targets && !targets.includes('pdf') ? 'png' : 'pdf'} first.`,
    );
  const path = join(job.folder, 'picture.pdf');
  const pages = await pdfOfPicture({ ...job, sourcePath, sourceFormat, options: {} }, path);
  return { name, path, pages, outlines: [] };
}
