import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language, type Script } from './languages.ts';
import { type ReadLine, readLines } from './read-lines.ts';
import { runTesseract } from './run-tesseract.ts';

/** What tesseract has read on a page. */
export interface Recognition {
  readonly lines: readonly ReadLine[];
  /** The text as a PDF page of the size of the picture, invisible; where it was asked for. */
  readonly textLayer?: string;
}

/** Pages of one column: of the blocks that Korean letters are made of the other mode makes columns of their own. */
const MODES: Partial<Record<Language, string>> = { kor: '6' };
const USUAL_MODE = '3';

/** Scripts whose words stand apart, and run to the right: of their words alone the lines can be put together. */
const SPACED: readonly Script[] = ['Latin', 'Cyrillic'];

/** How a page is to be read. */
interface Reading {
  /** Pixels to the inch of the picture. */
  readonly dpi: number;
  /** In which it may be written, the likeliest first. */
  readonly languages: readonly Language[];
  readonly folder: string;
  /** Whether the text is needed as a PDF page, too. */
  readonly textLayer: boolean;
}

/**
 * Reads the text in a picture. It tells where each word stands; what else it writes takes it up to a tenth of the time
 * of reading where a page is one long paragraph, and is asked for only where it is needed.
 * @throws ConversionError TOO_COMPLEX
 * @throws Error when the picture, which is one of ours, cannot be read
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
