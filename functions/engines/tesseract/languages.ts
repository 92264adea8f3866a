/** A script, by the name that tesseract gives it where it tells which one a page is written in. */
export type Script = 'Latin' | 'Cyrillic' | 'Han' | 'Japanese' | 'Korean' | 'Arabic' | 'Devanagari' | 'Hebrew' | 'Thai';

/** The languages whose models the layer has, by the names of the models, and the script that each is written in. */
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

/** A language that can be read. */
export type Language = keyof typeof LANGUAGES;

/** The languages of a script, the commonest first. */
export function languagesOf(script: Script): Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => LANGUAGES[language] === script);
}

/** What tells how a page is turned, and in which script it is written: no language. */
export const ORIENTATION_AND_SCRIPT = 'osd';
