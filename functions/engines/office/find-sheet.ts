import { invalidOption } from '../../conversion/options.ts';
import { quote } from '../../conversion/quote.ts';
import type { OfficeSession } from './process/office-session.ts';

/** How many names of sheets a refusal tells. */
const NAMES_TOLD = 10;

/** A sheet of a workbook. */
export interface FoundSheet {
  /** Counted from 0. */
  readonly part: number;
  readonly name: string;
}

/**
 * The sheet that the option `sheet` means: the one of that name, or else of that number.
 * @throws ConversionError INVALID_OPTION, naming the sheets that there are
 */
export async function findSheet(office: OfficeSession, parts: number, wanted: string): Promise<FoundSheet> {
  const names: string[] = [];
  for (let part = 0; part < parts; part++) names.push(await office.nameOfPart(part));
  return sheetOf(names, wanted);
}

/**
 * The same, of all names that there are.
 * @throws ConversionError INVALID_OPTION
 */
export function sheetOf(names: readonly string[], wanted: string): FoundSheet {
  const named = names.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase());
  const part = named < 0 && /^[1-9]\d{0,5}$/.test(wanted.trim()) ? Number(wanted) - 1 : named;
  const name = names[part];
  if (name !== undefined) return { part, name };
  const told = names.slice(0, NAMES_TOLD).map(quote).join(', ');
  const more = names.length > NAMES_TOLD ? ` and ${names.length - NAMES_TOLD} more` : '';
  throw invalidOption(`The option "sheet" names ${quote(wanted)}, which is not there. The sheets are: ${told}${more}.`);
}
