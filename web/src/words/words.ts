import type { ClientCode, ErrorCode } from '../../../client/index.ts';
import type { FormatKind } from './format-kinds.ts';

/** What the page has a sentence for itself, since it knows better than the service what its reader can do. */
export const OWN_CODES = [
  'UNREACHABLE',
  'EMPTY_FILE',
  'OVER_100_MB',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
] as const;

export type OwnCode = (typeof OWN_CODES)[number];

/** What a language says of the options and formats that the service lists in English. */
export interface Words {
  /** Of each option its title, and after a bar its help; with `@target` where a target means something else by it. */
  readonly options: Readonly<Record<string, string>>;
  /** What a value of an option is called; what is called the same in all languages is left out. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is said of an error: what is wrong, and what to do. */
  readonly errors: Readonly<Record<Exclude<ErrorCode | ClientCode, OwnCode>, string>>;
  /** What a format of a kind is called. */
  readonly kinds: Readonly<Record<FormatKind, string>>;
}
