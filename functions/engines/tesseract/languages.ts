/** A script, by tesseract's name in its orientation and script detection. */
export type Script = 'Latin' | 'Cyrillic' | 'Han' | 'Japanese' | 'Korean' | 'Arabic' | 'Devanagari' | 'Hebrew' | 'Thai';

/** The languages whose models the layer has, by the names of the models, and their scripts. */
export const LANGUAGES = {
  eng: 'Latin',
  deu: 'Latin',
  fra: 'Latin',
  spa: 'Latin',
  ita: 'Latin',
  por: 'Latin',
  nld: 'Latin',
  pol: 'Latin',
  tur: 'Latin',
  vie: 'Latin',
  rus: 'Cyrillic',
  ukr: 'Cyrillic',
  chi_sim: 'Han',
  chi_tra: 'Han',
  jpn: 'Japanese',
  kor: 'Korean',
  ara: 'Arabic',
  hin: 'Devanagari',
  heb: 'Hebrew',
  tha: 'Thai',
} as const satisfies Record<string, Script>;

/** Left-to-right scripts of few strokes, with spaces between words, whose lines can be joined from their words. */
export const SPACED: readonly Script[] = ['Latin', 'Cyrillic'];

/** Scripts without spaces between words. */
export const UNSPACED: readonly Script[] = ['Han', 'Japanese'];

/** A supported language. */
export type Language = keyof typeof LANGUAGES;

/** Whether all of some languages have spaces between words whose lines can be joined from these. */
export const areSpaced = (languages: readonly Language[]) =>
  languages.every((language) => SPACED.includes(LANGUAGES[language]));

/** The languages of a script, the most common first. */
export function languagesOf(script: Script): Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => LANGUAGES[language] === script);
}

/** The model for orientation and script detection. */
export const ORIENTATION_AND_SCRIPT = 'osd';
