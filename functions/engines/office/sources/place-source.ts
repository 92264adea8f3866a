import { linkSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob } from '../../engine.ts';
import { headingNumberer } from '../../pandoc/packages/number-headings.ts';
import type { Wanted } from '../apple/check-apple.ts';
import { isWorkbook } from '../check-sheets.ts';
import { findSeparator, shapeOfTable } from '../delimited-text.ts';
import { editPackage, hasPart, WORD_TEXTS } from '../edit-package.ts';
import { isDataText, isPaged } from '../families.ts';
import { layoutOptions } from '../layout/layout-options.ts';
import { checkPages, checkTable } from '../limits.ts';
import { quiet } from '../reopen.ts';
import { decodeHtml, decodePlain } from '../text-encoding.ts';
import { EMBEDDED_FONT, FONT_PARTS, nameAsianFaces } from './asian-fonts.ts';
import { breakLines, checkText } from './check-text.ts';
import { languageOfSlides } from './language-of-slides.ts';
import { placeWorkbook } from './place-workbook.ts';
import {
  changeWord,
  closeTable,
  divideFields,
  dropPathsInDoc,
  dropUnfinishedTag,
  keepFileNames,
  keepNamesInRtf,
  keepResults,
  nameBulletFonts,
  numberPages,
  ODT_PARTS,
  SLIDE_PARTS,
  WORD_PARTS,
} from './repairs.ts';
import { wrapMetafile } from './wrap-metafile.ts';

/** A source in LibreOffice's folder, with its load options. */
export interface PlacedSource {
  readonly path: string;
  readonly options: string;
}

type PlacedJob = Pick<EngineJob, 'sourcePath' | 'sourceFormat' | 'targetFormat' | 'options'> & Wanted;

/** Targets without fields, but for pages. */
const SHOWN: readonly FormatName[] = ['txt', 'html', 'xhtml'];

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Puts the source into LibreOffice's folder, named by its format, and texts in UTF-8.
 * @throws ConversionError TOO_COMPLEX for what would take LibreOffice too long
 */
export async function placeSource(job: PlacedJob, folder: string): Promise<PlacedSource> {
  const { sourcePath, sourceFormat } = job;
  // LibreOffice names the sheet of a table after its file.
  if (sourceFormat === 'csv' || sourceFormat === 'tsv') return placeTable(job, join(folder, 'Sheet1.csv'));
  if (sourceFormat === 'wmf' || sourceFormat === 'emf') {
    const drawing = join(folder, 'source.fodg');
    await writeFile(drawing, wrapMetafile(await readFile(sourcePath), sourceFormat));
    return { path: drawing, options: quiet() };
  }
  const asText = sourceFormat === 'txt' || isDataText(sourceFormat);
  const path = join(folder, `source.${asText ? 'txt' : sourceFormat}`);
  if (asText) await writeFile(path, BYTE_ORDER_MARK + shownText(await readFile(sourcePath)));
  else if (sourceFormat === 'html') await writeFile(path, dropUnfinishedTag(decodeHtml(await readFile(sourcePath))));
  else if (sourceFormat === 'doc' || sourceFormat === 'rtf') {
    const change = sourceFormat === 'doc' ? dropPathsInDoc : keepNamesInRtf;
    await writeFile(path, change(await readFile(sourcePath, 'latin1')), 'latin1');
  } else if (!(await placeChanged(job, path))) await linkOrCopy(sourcePath, path);
  const language = sourceFormat === 'pptx' && isPaged(job.targetFormat) ? languageOfSlides(sourcePath) : undefined;
  return { path, options: quiet(language) };
}

/** Copies a source with changes where LibreOffice reads it wrongly. @returns whether it does */
async function placeChanged(
  { sourcePath: from, sourceFormat, targetFormat, wordsOnly }: PlacedJob,
  to: string,
): Promise<boolean> {
  if (sourceFormat === 'pages') return editPackage({ from, to }, /^index\.xml$/, numberPages);
  if (sourceFormat === 'xlsx' || sourceFormat === 'xlsb')
    return placeWorkbook({ from, to }, wordsOnly || !isWorkbook(targetFormat));
  if (sourceFormat === 'odt') return editPackage({ from, to }, ODT_PARTS, keepFileNames);
  if (sourceFormat === 'pptx' && isPaged(targetFormat)) return editPackage({ from, to }, SLIDE_PARTS, nameBulletFonts);
  if (sourceFormat !== 'docx') return false;
  const nameFonts = isPaged(targetFormat) && !hasPart(from, EMBEDDED_FONT) ? nameAsianFaces() : undefined;
  // Other documents have fields, too.
  const isShown = isPaged(targetFormat) || SHOWN.includes(targetFormat);
  const numberHeadings = targetFormat === 'html' ? headingNumberer(from) : undefined;
  const edit = changeWord((xml, name) => {
    const divided = keepFileNames(divideFields(xml));
    const named = isShown ? keepResults(divided) : divided;
    if (WORD_TEXTS.test(name) && numberHeadings) return numberHeadings(named);
    return targetFormat === 'txt' && WORD_TEXTS.test(name) ? closeTable(named) : named;
  });
  return editPackage({ from, to }, nameFonts ? FONT_PARTS : WORD_PARTS, (xml, name) => {
    const changed = WORD_PARTS.test(name) ? edit(xml, name) : xml;
    return nameFonts?.(changed, name) ?? changed;
  });
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to);
  } catch {
    await copyFile(from, to);
  }
}

/** @throws ConversionError TOO_COMPLEX */
function shownText(bytes: Buffer): string {
  const text = decodePlain(bytes);
  checkText(text);
  return breakLines(text);
}

/**
 * Places delimited text: formulas and dates in it stay texts, and so do the columns whose numbers would lose digits.
 */
async function placeTable(job: PlacedJob, path: string): Promise<PlacedSource> {
  const text = decodePlain(await readFile(job.sourcePath));
  const separator = job.sourceFormat === 'tsv' ? '\t' : findSeparator(text);
  const shape = shapeOfTable(text, separator);
  checkTable(shape);
  // Layout options can make the pages larger.
  if (isPaged(job.targetFormat) && !layoutOptions(job.options)) checkPages(shape);
  await writeFile(path, text);
  const columns = shape.kept.map((column) => `${column + 1}/2`);
  const tokens = [separator.charCodeAt(0), 34, 76, 1, columns.join('/'), 0, false, false, '', false, '', false];
  return { path, options: `${quiet()},${tokens.join(',')}` };
}
