import type { FormatKind } from './format-kinds.ts';

/** What a language says of the options and formats that the service lists in English. */
export interface Words {
  /** Of each option its title, and after a bar its help; with `@target` where a target means something else by it. */
  readonly options: Readonly<Record<string, string>>;
  /** What a value of an option is called; what is called the same in all languages is left out. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What a format of a kind is called. */
  readonly kinds: Readonly<Record<FormatKind, string>>;
}
