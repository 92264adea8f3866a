import { properties } from './odt-styles.ts';

/** Words that make a good part of any text of a language, of those that share an alphabet. */
const COMMON: Readonly<Record<string, string>> = {
  'en-US': 'the of and to in is that for with are was on this',
  'de-DE': 'der die und das ist nicht mit den von für auf ein eine dem zu',
  'fr-FR': 'de la le les des et est une dans pour que qui pas sur du',
  'es-ES': 'de la el los las que en por con una para del es se como',
  'it-IT': 'di la il che per un una del con sono non della gli nel',
  'pt-PT': 'os que de da do não uma para com em dos ao',
  'nl-NL': 'de het een en van is dat niet op te voor met zijn',
  'pl-PL': 'na nie się do jest że od przez oraz dla po jak',
  'cs-CZ': 'se na je že do jsou které pro jako by nebo při',
  'sv-SE': 'och att det som en på är för av den med inte',
  'da-DK': 'og det er en til på af for den ikke som med',
  'tr-TR': 've bir bu için ile da de olarak olan daha',
};
/** The least share of these words in a text, and the least number of them. */
const SHARE = 0.08;
const LEAST = 5;

/** Languages by letters that others lack: the first with more than a few, or, for all texts, with a good part of all letters. */
const WESTERN: readonly (readonly [RegExp, language: string])[] = [
  [/\p{sc=Cyrillic}/gu, 'ru-RU'],
  [/\p{sc=Greek}/gu, 'el-GR'],
];
const ASIAN: typeof WESTERN = [
  [/\p{sc=Hangul}/gu, 'ko-KR'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja-JP'],
  [/[這們國說會對來時過還後學]/gu, 'zh-TW'],
];
const COMPLEX: typeof WESTERN = [
  [/\p{sc=Arabic}/gu, 'ar-SA'],
  [/\p{sc=Hebrew}/gu, 'he-IL'],
  [/\p{sc=Thai}/gu, 'th-TH'],
];
const FEW = 20;
const PART = 0.3;
const UKRAINIAN = /[іїєґ]/iu;

/** How much of a text is looked at, in characters with its tags. */
const LONGEST = 1_000_000;

/** The properties of a style that say in which languages a text is, as programs that correct its spelling want to know. */
export function languageProperties(xml: string): string {
  const text = xml.slice(0, LONGEST).replace(/<[^<>]*>/g, ' ');
  const part = PART * countOf(/\p{L}/gu, text);
  const western = byLetters(text, WESTERN, Math.max(FEW, part)) ?? byWords(text);
  const [language, country] = (western === 'ru-RU' && UKRAINIAN.test(text) ? 'uk-UA' : western).split('-');
  const [asian, asianCountry] = (byLetters(text, ASIAN, FEW) ?? 'zh-CN').split('-');
  const [complex, complexCountry] = (byLetters(text, COMPLEX, FEW) ?? 'hi-IN').split('-');
  return properties('text', {
    'fo:language': language,
    'fo:country': country,
    'style:language-asian': asian,
    'style:country-asian': asianCountry,
    'style:language-complex': complex,
    'style:country-complex': complexCountry,
  });
}

const countOf = (letters: RegExp, text: string) => text.match(letters)?.length ?? 0;

function byLetters(text: string, known: typeof WESTERN, few: number): string | undefined {
  return known.find(([letters]) => countOf(letters, text) > few)?.[1];
}

/**
 * The language whose common words are most of a text; English, where none are many. Franc, by which scans choose a language,
 * takes one in five of published PDF files in English for another: names, numbers and a few words are like any language.
 */
function byWords(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let [best, most] = ['en-US', Math.max(LEAST, words.length * SHARE)];
  for (const [language, common] of Object.entries(COMMON)) {
    const known = new Set(common.split(' '));
    const count = words.filter((word) => known.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
