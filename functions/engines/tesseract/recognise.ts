import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { confidenceOf } from './choose-language.ts';
import { RESOLUTION } from './draw-page.ts';
import { areSpaced, type Language } from './languages.ts';
import { type ReadPicture, readPicture } from './read-lines.ts';
import { runTesseract } from './run-tesseract.ts';

/** The text that tesseract recognised on a page. */
export interface Recognition extends ReadPicture {
  readonly languages: readonly Language[];
  /** The page segmentation mode that found most. */
  readonly mode: string;
}

/** Page segmentation modes: the usual one seeks columns and paragraphs, the other takes the page as rows from edge to edge. */
const [USUAL_MODE, ROWS] = ['3', '6'];
/** For Korean the usual mode would make columns of syllable blocks. */
const MODES: Partial<Record<Language, string>> = { kor: ROWS };

/**
 * Where lines have fewer letters, the rows of receipts and of tables without rules may be torn into columns; where the mean
 * confidence is less, too.
 */
const [FEW_LETTERS, LEAST_CONFIDENCE] = [16, 85];
/** How much more has to be recognised, by letters and confidence, for a page to be taken as rows. */
const MORE = 1.02;

/** How a page is recognised. */
export interface Reading {
  /** The possible languages, the likeliest first. */
  readonly languages: readonly Language[];
  /** The mode that found most before on the same page. @default the usual one, or another where that found little */
  readonly mode?: string | undefined;
  readonly folder: string;
}

/**
 * Recognises the text in a picture. hOCR is always written, plain text only where it is needed: it takes up to a tenth of the time.
 * @throws ConversionError TOO_COMPLEX
 * @throws Error when tesseract cannot read the picture, which we have rendered
 */
export async function recognise(picture: string, reading: Reading): Promise<Recognition> {
  const mode = reading.mode ?? MODES[reading.languages[0] ?? 'eng'] ?? USUAL_MODE;
  const found = await recogniseIn(mode, picture, reading);
  if (reading.mode) return found;
  const letters = found.lines.reduce((sum, { text }) => sum + text.length, 0);
  const isWhole = letters >= FEW_LETTERS * found.lines.length && confidenceOf(found) >= LEAST_CONFIDENCE;
  if (mode === ROWS || letters === 0 || isWhole) return found;
  const rows = await recogniseIn(ROWS, picture, reading);
  return amountOf(rows) > MORE * amountOf(found) ? rows : found;
}

const amountOf = ({ lines }: Recognition) =>
  lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);

async function recogniseIn(mode: string, picture: string, { languages, folder }: Reading): Promise<Recognition> {
  const output = join(folder, `${languages.join('-')}-${mode}`);
  const settings = ['-l', languages.join('+'), '--psm', mode, '--dpi', String(RESOLUTION)];
  const kinds = areSpaced(languages) ? ['hocr'] : ['hocr', 'txt'];
  const outputs = kinds.flatMap((kind) => ['-c', `tessedit_create_${kind}=1`]);
  const result = await runTesseract(picture, output, [...settings, ...outputs], folder);
  if (result.exitCode !== 0) throw new Error(`tesseract ended with ${result.exitCode}: ${result.stderr}`);
  const [hocr = '', text = ''] = await Promise.all(kinds.map((kind) => readFile(`${output}.${kind}`, 'utf8')));
  await Promise.all(kinds.map((kind) => rm(`${output}.${kind}`)));
  return { ...readPicture(text, hocr), languages, mode };
}
