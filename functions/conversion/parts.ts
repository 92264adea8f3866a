import { ConversionError } from './errors.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { quote } from './quote.ts';

/** A file in a source whose files are joined. */
export interface Part {
  /** Its place among the files of the source, from 1. */
  readonly place: number;
  /** As the client knows it. */
  readonly name: string;
}

/** One that has to be converted by another engine first. */
export interface ForeignPart extends Part {
  readonly format: FormatName;
  /** Its size: such parts come one behind the other. */
  readonly bytes: number;
}

/** One that another engine has converted. */
export interface ConvertedPart extends Pick<Part, 'place'> {
  readonly bytes: number;
}

/** What is asked of an engine that joins files. */
export type PartsOrder =
  /** To join them; or, where others have to convert some first, to give those. */
  | 'ask'
  /** To join them with those that are converted. The source comes first in the file, then these. */
  | { readonly bytes: number; readonly converted: readonly ConvertedPart[] };

/** How many files are converted by other engines for one joined file: it has the time of one job. */
export const MOST_FOREIGN_PARTS = 60;

/** The longest name that an engine may report, in characters, so that all parts fit into one line. */
const LONGEST_NAME = 255;

/** The error that the client gets where one of several files is at fault. */
export function cannotBeJoined({ place, name }: Part, { code, message, cause }: ConversionError): ConversionError {
  return new ConversionError(code, `File ${place} ${quote(name)} cannot be joined: ${message}`, { cause });
}

/**
 * Reads which parts an engine says that others have to convert; none where it says nothing.
 * @throws Error when there cannot be such parts
 */
export function readParts(said: unknown): readonly ForeignPart[] | undefined {
  if (said === undefined) return undefined;
  if (!Array.isArray(said) || said.length === 0 || said.length > MOST_FOREIGN_PARTS) throw impossible();
  return said.map((entry: Record<string, unknown> | null) => {
    const { place, name, format, bytes } = entry ?? {};
    if (!isCount(place) || !isCount(bytes) || typeof name !== 'string' || !isFormat(format)) throw impossible();
    return { place, name: name.slice(0, LONGEST_NAME).toWellFormed(), format, bytes };
  });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isFormat(value: unknown): value is FormatName {
  return typeof value === 'string' && Object.hasOwn(FORMATS, value);
}

function impossible(): Error {
  return new Error('an engine named parts that cannot be');
}
