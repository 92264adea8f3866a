import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from './languages.ts';
import { type ReadLine, readLines } from './read-lines.ts';
import { runTesseract } from './run-tesseract.ts';

/** What tesseract has read on a page. */
export interface Recognition {
  readonly lines: readonly ReadLine[];
  /** The text as a PDF page of the size of the picture, invisible. */
  readonly layer: string;
}

/** Pages of one column: of the blocks that Korean letters are made of the other mode makes columns of their own. */
const MODES: Partial<Record<Language, string>> = { kor: '6' };
const USUAL_MODE = '3';

/** What it writes: the text, where each word of it stands, and a PDF page of text alone. */
const OUTPUTS = ['create_txt', 'create_tsv', 'create_pdf'].flatMap((name) => ['-c', `tessedit_${name}=1`]);

/**
 * Reads the text in a picture.
 * @param dpi pixels to the inch of the picture
 * @param languages in which it may be written, the likeliest first
 * @throws ConversionError TOO_COMPLEX
 * @throws Error when the picture, which is one of ours, cannot be read
 */
export async function recognise(
  picture: string,
  {
    dpi,
    languages,
    folder,
  }: { readonly dpi: number; readonly languages: readonly Language[]; readonly folder: string },
): Promise<Recognition> {
  const output = join(folder, languages.join('-'));
  const mode = MODES[languages[0] ?? 'eng'] ?? USUAL_MODE;
  const how = ['-l', languages.join('+'), '--psm', mode, '--dpi', String(Math.round(dpi))];
  const result = await runTesseract(picture, output, [...how, ...OUTPUTS, '-c', 'textonly_pdf=1'], folder);
  if (result.exitCode !== 0) throw new Error(`tesseract ended with ${result.exitCode}: ${result.stderr}`);
  const [text, table] = await Promise.all(['txt', 'tsv'].map((kind) => readFile(`${output}.${kind}`, 'utf8')));
  await Promise.all(['txt', 'tsv'].map((kind) => rm(`${output}.${kind}`)));
  return { lines: readLines(text ?? '', table ?? ''), layer: `${output}.pdf` };
}
