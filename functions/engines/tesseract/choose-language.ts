import { franc } from 'franc-min';
import { type Language, languagesOf, type Script } from './languages.ts';
import type { Recognition } from './recognise.ts';

/** Recognises a page in languages, and in the mode of an earlier recognition, if any. */
export type Read = (languages: readonly Language[], mode?: string) => Promise<Recognition>;

/** The recognition of a page, and the likely languages of other pages in its script. */
export interface Chosen {
  readonly recognition: Recognition;
  /** Undefined where there was too little text. */
  readonly languages?: readonly Language[];
}

/** The least number of letters for detecting a language. */
export const LEAST_LETTERS = 60;

/** By how much the confidence for traditional Chinese must exceed that for simplified. */
const SURER = 6;

/**
 * Recognises a page of which only the script is known. Latin script is read as English first: its language can be detected
 * even without accents, and the page is read again. Whether that was right, and which Chinese it is, the confidence decides.
 */
export async function readInScript(script: Script, read: Read): Promise<Chosen> {
  if (script === 'Latin') return readLatin(read);
  if (script === 'Han') return readChinese(read);
  const languages = languagesOf(script);
  return { recognition: await read(languages), languages };
}

async function readLatin(read: Read): Promise<Chosen> {
  const recognition = await read(['eng']);
  const text = recognition.lines.map((line) => line.text).join('\n');
  if (lettersIn(text) < LEAST_LETTERS) return { recognition };
  const found = franc(text, { only: languagesOf('Latin') });
  const language = languagesOf('Latin').find((known) => known === found) ?? 'eng';
  if (language === 'eng') return { recognition, languages: ['eng'] };
  const other = await read([language], recognition.mode);
  // The names and numbers of a table resemble any language.
  return certaintyOf(other) < certaintyOf(recognition)
    ? { recognition, languages: ['eng'] }
    : { recognition: other, languages: [language] };
}

/** The number of letters in a text, in any script. */
export function lettersIn(text: string): number {
  return text.replace(/\P{L}/gu, '').length;
}

async function readChinese(read: Read): Promise<Chosen> {
  const simplified = await read(['chi_sim']);
  const traditional = await read(['chi_tra']);
  const isTraditional = confidenceOf(traditional) > confidenceOf(simplified) + SURER;
  return isTraditional
    ? { recognition: traditional, languages: ['chi_tra'] }
    : { recognition: simplified, languages: ['chi_sim'] };
}

/** The confidence of a page, 0 to 100: the mean of its lines, weighted by their lengths. */
export function confidenceOf({ lines }: Pick<Recognition, 'lines'>): number {
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}

/** Words of this confidence are as likely wrong as right. */
const GUESSED = 50;

/** How much was recognised for certain: letters, by how much more their lines are than guessed. */
export function certaintyOf({ lines }: Pick<Recognition, 'lines'>): number {
  return lines.reduce((sum, { text, confidence }) => sum + Math.max(0, confidence - GUESSED) * text.length, 0);
}
