import { ConversionError } from './errors.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { quote } from './quote.ts';

/** A file in a source whose files are joined. */
export interface Part {
  /** Its number among the files of the source, from 1. */
  readonly place: number;
  /** Its name in the source. */
  readonly name: string;
}

/** A part that another engine has to convert first. */
export interface ForeignPart extends Part {
  readonly format: FormatName;
  /** Its size: the parts lie one behind the other. */
  readonly bytes: number;
}

/** A part that another engine has converted. */
export interface ConvertedPart extends Pick<Part, 'place'> {
  readonly bytes: number;
}

/** What an engine that joins files is to do. */
export type PartsOrder =
  /** Join them; or, where other engines have to convert some first, extract those. */
  | 'ask'
  /** Join them with the converted parts. The source comes first in the file, then these. */
  | { readonly bytes: number; readonly converted: readonly ConvertedPart[] };

/** The largest count of parts that other engines convert for one joined file: it has the time of one job. */
export const MOST_FOREIGN_PARTS = 60;

/** The longest name that an engine may report, in characters, so that all parts fit into one event. */
const LONGEST_NAME = 255;

/** The error of a file that cannot be joined. */
export function cannotBeJoined({ place, name }: Part, { code, message, cause }: ConversionError): ConversionError {
  return new ConversionError(code, `File ${place} ${quote(name)} cannot be joined: ${message}`, { cause });
}

/**
 * Checks the parts that an engine reports, if it reports any.
 * @throws Error when they are impossible
 */
export function readParts(value: unknown): readonly ForeignPart[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_FOREIGN_PARTS) throw impossible();
  return value.map((entry: Record<string, unknown> | null) => {
    const { place, name, format, bytes } = entry ?? {};
    if (!isCount(place) || !isCount(bytes) || typeof name !== 'string' || !isFormat(format)) throw impossible();
    return { place, name: name.slice(0, LONGEST_NAME).toWellFormed(), format, bytes };
  });
}

function isCount(number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) > 0;
}

function isFormat(value: unknown): value is FormatName {
  return typeof value === 'string' && Object.hasOwn(FORMATS, value);
}

function impossible(): Error {
  return new Error('an engine named parts that cannot be');
}
