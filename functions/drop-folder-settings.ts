import type { FormatName } from './conversion/formats.ts';
import type { Options } from './conversion/options.ts';
import type { Quality } from './conversion/quality.ts';

/** What becomes of the files that are put into a drop folder: what the infrastructure tells its function. */
export interface DropFolderSettings {
  /** What the keys begin with of the files that are converted. */
  readonly prefix: string;
  /** The ends of their names, in lower case. @default all */
  readonly suffixes?: readonly string[] | undefined;
  /** The bucket of the results. */
  readonly into: string;
  /** What the keys of results and failures begin with. */
  readonly outPrefix: string;
  readonly to: FormatName;
  readonly quality?: Quality | undefined;
  readonly options?: Options | undefined;
  /** Whose the conversions are. @default nobody's */
  readonly account?: string | undefined;
}

/** The longest key that S3 takes, in bytes of UTF-8. */
export const LONGEST_KEY = 1024;

/** The longest beginning of keys, in bytes of UTF-8: what is left is for the names. */
export const LONGEST_PREFIX = 512;

/** Whether a key can begin with both. */
export function overlap(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
