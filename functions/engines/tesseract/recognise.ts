import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language, type Script } from './languages.ts';
import { type ReadLine, readLines } from './read-lines.ts';
import { runTesseract } from './run-tesseract.ts';

/** The text that tesseract recognised on a page. */
export interface Recognition {
  readonly lines: readonly ReadLine[];
  /** The path of a PDF page of the picture's size with the invisible text, where it was requested. */
  readonly textLayer?: string;
}

/** Page segmentation modes: for Korean, a single column, as the usual mode would make columns of its syllable blocks. */
const MODES: Partial<Record<Language, string>> = { kor: '6' };
const USUAL_MODE = '3';

/** Left-to-right scripts with spaces between words, whose lines can be joined from their words. */
const SPACED: readonly Script[] = ['Latin', 'Cyrillic'];

/** How a page is recognised. */
interface Reading {
  /** The resolution of the picture, in pixels per inch. */
  readonly dpi: number;
  /** The possible languages, the likeliest first. */
  readonly languages: readonly Language[];
  readonly folder: string;
  /** Whether the text layer is needed, too. */
  readonly textLayer: boolean;
}

/**
 * Recognises the text in a picture. TSV output is always written; other outputs take up to a tenth of the time, and are
 * written only where they are needed.
 * @throws ConversionError TOO_COMPLEX
 * @throws Error when tesseract cannot read the picture, which we have rendered
 */
export async function recognise(picture: string, { dpi, languages, folder, textLayer }: Reading): Promise<Recognition> {
  const output = join(folder, languages.join('-'));
  const mode = MODES[languages[0] ?? 'eng'] ?? USUAL_MODE;
  const settings = ['-l', languages.join('+'), '--psm', mode, '--dpi', String(Math.round(dpi))];
  const kinds = languages.every((language) => SPACED.includes(LANGUAGES[language])) ? ['tsv'] : ['tsv', 'txt'];
  const outputs = [...kinds, ...(textLayer ? ['pdf'] : [])].flatMap((kind) => ['-c', `tessedit_create_${kind}=1`]);
  const result = await runTesseract(picture, output, [...settings, ...outputs, '-c', 'textonly_pdf=1'], folder);
  if (result.exitCode !== 0) throw new Error(`tesseract ended with ${result.exitCode}: ${result.stderr}`);
  const [table = '', text = ''] = await Promise.all(kinds.map((kind) => readFile(`${output}.${kind}`, 'utf8')));
  await Promise.all(kinds.map((kind) => rm(`${output}.${kind}`)));
  return { lines: readLines(text, table), ...(textLayer && { textLayer: `${output}.pdf` }) };
}
