import { signal } from '@preact/signals';
import type { FormatEntry, OptionSchema, OptionValue } from '../../../client/index.ts';
import type { FormatKind } from '../words/format-kinds.ts';
import type { Words } from '../words/words.ts';

/** The translations of options and formats; English texts are those of the service. */
const LOADERS: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../words/german.ts')).GERMAN_WORDS,
  es: async () => (await import('../words/spanish.ts')).SPANISH_WORDS,
  fr: async () => (await import('../words/french.ts')).FRENCH_WORDS,
  zh: async () => (await import('../words/chinese.ts')).CHINESE_WORDS,
  ar: async () => (await import('../words/arabic.ts')).ARABIC_WORDS,
};

/** Language codes of Tesseract that differ from those of browsers. */
const TEXT_LANGUAGES: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

interface Spoken {
  readonly tag: string;
  readonly words: Words;
  /** The names of formats. */
  readonly formats: ReadonlyMap<string, string>;
}

const spoken = signal<Spoken | undefined>(undefined);

let wanted = '';

/** Loads the translations of a language. Until then, and offline, options and formats are in English. */
export async function loadWords(tag: string): Promise<void> {
  if (spoken.value?.tag === tag) return;
  wanted = tag;
  spoken.value = undefined;
  const load = LOADERS[tag];
  if (!load) return;
  const [words, { FORMAT_KINDS }] = await Promise.all([load(), import('../words/format-kinds.ts')]);
  if (wanted === tag) spoken.value = { tag, words, formats: formatTexts(words, FORMAT_KINDS) };
}

/** The names of formats in a language. */
export function formatTexts(
  { kinds }: Words,
  table: Readonly<Record<FormatKind, Readonly<Record<string, string>>>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(kinds).flatMap(([kind, text]) =>
      Object.entries(table[kind as FormatKind]).map(([format, name]) => [format, named(text, name)] as const),
    ),
  );
}

/** A text with a name in its placeholder; without a name, the words that introduce it are removed. */
function named(text: string, name: string): string {
  return text.replace('{name}', name).replace(/^[ -]/, '').trimEnd();
}

/** The name of a format. */
export function formatText({ format, description }: Pick<FormatEntry, 'format' | 'description'>): string {
  return spoken.value?.formats.get(format) ?? description;
}

/** The title and the help of an option of a target. */
export function optionText(name: string, target: string, schema: OptionSchema): { title: string; help: string } {
  const options = spoken.value?.words.options;
  const [title = schema.title, help = schema.description] =
    (options?.[`${name}@${target}`] ?? options?.[name])?.split(' | ') ?? [];
  return { title, help };
}

/** The text of an error code; undefined in English, which the service itself has. */
export function errorText(code: string): string | undefined {
  const errors: Readonly<Record<string, string>> = spoken.value?.words.errors ?? {};
  return Object.hasOwn(errors, code) ? errors[code] : undefined;
}

/** The name of an option's value. */
export function valueText(option: string, value: OptionValue): string {
  const text = spoken.value?.words.values[option]?.[`${value}`];
  if (text !== undefined || option !== 'language' || value === 'auto') return text ?? `${value}`;
  const names = new Intl.DisplayNames(spoken.value?.tag ?? 'en', { type: 'language' });
  return names.of(TEXT_LANGUAGES[`${value}`] ?? `${value}`) ?? `${value}`;
}
