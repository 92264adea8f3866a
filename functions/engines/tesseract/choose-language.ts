import { franc } from 'franc-min';
import { type Language, languagesOf, type Script } from './languages.ts';
import type { Recognition } from './recognise.ts';

/** Reads the page at hand. */
export type Read = (languages: readonly Language[]) => Promise<Recognition>;

/** What came of a page, and the languages that the others of its script are likely to be in. */
interface Chosen {
  readonly recognition: Recognition;
  /** Nothing where there was too little text to tell. */
  readonly languages?: readonly Language[];
}

/** Letters of a text of which it can be told in which language it is, and whether it is one. */
export const LEAST_LETTERS = 60;

/** By how much the model of another language must be surer: for traditional characters the usual one stands in badly. */
const SURER = 6;

/**
 * Reads a page of which only the script is known. One in Latin letters is read as English: without its accents, a
 * text still tells in which language it is, and then it is read once more. Of Chinese, the characters decide.
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
  return { recognition: await read([language]), languages: [language] };
}

/** How many letters a text has, of whatever script. */
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

/** How sure it is of a page, 0 to 100: of its lines, by their lengths. */
export function confidenceOf({ lines }: Pick<Recognition, 'lines'>): number {
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}
