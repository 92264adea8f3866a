import { linkSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfPlist } from '../../duckdb/trees/plist.ts';
import type { EngineJob } from '../../engine.ts';
import { checkSheets } from '../check-sheets.ts';
import { findSeparator, shapeOfTable } from '../delimited-text.ts';
import { editPackage, WORD_TEXTS } from '../edit-package.ts';
import { isPaged } from '../families.ts';
import { layoutOptions } from '../layout/layout-options.ts';
import { checkPages, checkTable } from '../limits.ts';
import { decodeHtml, decodePlain } from '../text-encoding.ts';
import { checkText } from './check-text.ts';
import { closeTable } from './close-table.ts';
import { isShownAsText } from './shown-as-text.ts';
import { dropUnfinishedTag } from './unfinished-tag.ts';
import { wrapMetafile } from './wrap-metafile.ts';

/** A source where LibreOffice finds it, and how it is to be opened. */
export interface PlacedSource {
  readonly path: string;
  readonly options: string;
  /**
   * Looks for what would take LibreOffice too long. It need not be waited for before LibreOffice begins.
   * @throws ConversionError TOO_COMPLEX
   */
  readonly check?: () => void;
}

/** What is told of a job to place its source. */
type PlacedJob = Pick<EngineJob, 'sourcePath' | 'sourceFormat' | 'targetFormat' | 'options'>;

/** No questions, but for passwords. */
const QUIET = 'Batch=true';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Gives LibreOffice the source under a name that says what it is. Texts it gets as UTF-8, whatever they were.
 * @throws ConversionError TOO_COMPLEX for what would take it too long
 */
export async function placeSource(
  { sourcePath, sourceFormat, targetFormat, options }: PlacedJob,
  folder: string,
): Promise<PlacedSource> {
  // The sheet of a table is called like its file.
  if (sourceFormat === 'csv' || sourceFormat === 'tsv') {
    return placeTable({ sourcePath, sourceFormat, targetFormat, options }, join(folder, 'Sheet1.csv'));
  }
  if (sourceFormat === 'wmf' || sourceFormat === 'emf') {
    const drawing = join(folder, 'source.fodg');
    await writeFile(drawing, wrapMetafile(await readFile(sourcePath), sourceFormat));
    return { path: drawing, options: QUIET };
  }
  const asText = isShownAsText(sourceFormat);
  const path = join(folder, `source.${asText ? 'txt' : sourceFormat}`);
  if (asText) await writeFile(path, BYTE_ORDER_MARK + shownText(await readFile(sourcePath)));
  else if (sourceFormat === 'html') await writeFile(path, dropUnfinishedTag(decodeHtml(await readFile(sourcePath))));
  else if (!(await placeChanged({ sourcePath, sourceFormat, targetFormat }, path))) await linkOrCopy(sourcePath, path);
  return { path, options: QUIET, check: () => checkSheets(sourcePath, sourceFormat, targetFormat) };
}

/** Copies a source that LibreOffice reads wrongly as it is. @returns whether it does */
async function placeChanged(
  { sourcePath, sourceFormat, targetFormat }: Omit<PlacedJob, 'options'>,
  path: string,
): Promise<boolean> {
  if (sourceFormat !== 'docx' || targetFormat !== 'txt') return false;
  return editPackage({ from: sourcePath, to: path }, WORD_TEXTS, closeTable);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to);
  } catch {
    await copyFile(from, to);
  }
}

/**
 * What a text for programs is shown as: of a property list in binary, what it would be in XML.
 * @throws ConversionError TOO_COMPLEX
 */
function shownText(bytes: Buffer): string {
  const text = textOfPlist(bytes, decodePlain);
  checkText(text);
  return text;
}

/**
 * Formulas in a table of texts are texts. Numbers are numbers but where that would lose digits, and nothing else is
 * taken for a date: what was written is what is there afterwards.
 */
async function placeTable(job: PlacedJob, path: string): Promise<PlacedSource> {
  const text = decodePlain(await readFile(job.sourcePath));
  const separator = job.sourceFormat === 'tsv' ? '\t' : findSeparator(text);
  const shape = shapeOfTable(text, separator);
  checkTable(shape);
  // What is asked of the pages can make them larger.
  if (isPaged(job.targetFormat) && !layoutOptions(job.options)) checkPages(shape);
  await writeFile(path, text);
  const columns = shape.kept.map((column) => `${column + 1}/2`);
  const tokens = [separator.charCodeAt(0), 34, 76, 1, columns.join('/'), 0, false, false, '', false, '', false];
  return { path, options: `${QUIET},${tokens.join(',')}` };
}
