import { computed, signal } from '@preact/signals';
import { ENGLISH, type Strings } from '../strings/english.ts';
import { remember, remembered } from './memory.ts';
import { pair } from './pair.ts';

/** The languages of the page: their own names, their direction, and their strings, loaded when they are chosen. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', load: async () => ENGLISH },
  de: { name: 'Deutsch', direction: 'ltr', load: async () => (await import('../strings/german.ts')).GERMAN },
  es: { name: 'Español', direction: 'ltr', load: async () => (await import('../strings/spanish.ts')).SPANISH },
  fr: { name: 'Français', direction: 'ltr', load: async () => (await import('../strings/french.ts')).FRENCH },
  zh: { name: '中文', direction: 'ltr', load: async () => (await import('../strings/chinese.ts')).CHINESE },
  ar: { name: 'العربية', direction: 'rtl', load: async () => (await import('../strings/arabic.ts')).ARABIC },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; load: () => Promise<Strings> }>;

export type Language = keyof typeof LANGUAGES;

const MEMORY = 'language';

/** The language of the page. */
export const language = signal<Language>('en');

const strings = signal<Strings>(ENGLISH);

/** The texts of the page in its language. */
export const say = computed(() => strings.value);

/** Sets the language of the page. */
export async function speak(chosen: Language): Promise<void> {
  strings.value = await LANGUAGES[chosen].load();
  language.value = chosen;
  document.documentElement.lang = chosen;
  document.documentElement.dir = LANGUAGES[chosen].direction;
  document.title = pair ? pairTitle(pair) : strings.value.title;
}

/** Sets the language that was chosen before, or that of the browser. */
export async function speakAsBefore(): Promise<void> {
  const wanted = [remembered(MEMORY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  await speak(wanted.find(isLanguage) ?? 'en');
}

/** Sets the language of the page, and remembers it. */
export async function chooseLanguage(chosen: string): Promise<void> {
  if (!isLanguage(chosen)) return;
  remember(MEMORY, chosen);
  await speak(chosen);
}

/** The title of the page of a pair. */
export function pairTitle([from, to]: readonly [string, string]): string {
  return fill(strings.value.pair, { from: from.toUpperCase(), to: to.toUpperCase() });
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** An arrow in the direction of the language. */
export function arrowText(): string {
  return LANGUAGES[language.value].direction === 'rtl' ? '←' : '→';
}

/** Replaces the placeholders in braces of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`);
}

/** A size in the format of the language. */
export function sizeText(bytes: number): string {
  const [unit, size] =
    bytes < 1e3 ? ['byte', bytes] : bytes < 1e6 ? ['kilobyte', bytes / 1e3] : ['megabyte', bytes / 1e6];
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const maximumFractionDigits = size < 10 && unit !== 'byte' ? 1 : 0;
  const style = { style: 'unit', unit: `${unit}`, unitDisplay, maximumFractionDigits } as const;
  // A no-break space keeps a number and its unit in one line.
  return new Intl.NumberFormat(language.value, style).format(size).replace(' ', '\u00a0');
}

/** A number in the format of the language. */
export function numberText(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** A percentage in the format of the language. @param part 0 to 1 */
export function percentText(part: number): string {
  return new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 0 }).format(part);
}

/** A duration in a suitable unit. */
export function durationText(seconds: number): string {
  const [unit, count] =
    seconds < 120
      ? ['second', seconds]
      : seconds < 7200
        ? ['minute', seconds / 60]
        : seconds < 172_800
          ? ['hour', seconds / 3600]
          : ['day', seconds / 86_400];
  const style = { style: 'unit', unit: `${unit}`, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language.value, style).format(Math.ceil(count));
}

/** A day. */
export function dateText(moment: Date): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(moment);
}

/** A date with its time. */
export function timeText(moment: Date): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}
