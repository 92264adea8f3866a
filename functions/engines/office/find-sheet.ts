import { invalidOption } from '../../conversion/options.ts';
import { quote } from '../../conversion/quote.ts';
import type { OfficeSession } from './process/office-session.ts';

/** Names of sheets that the message lists. */
const NAMES_LISTED = 10;

/**
 * Finds the sheet that the option `sheet` means: by its name, or else by its number.
 * @throws ConversionError INVALID_OPTION, naming the sheets that there are
 */
export async function findSheet(office: OfficeSession, parts: number, wanted: string) {
  const names: string[] = [];
  for (let part = 0; part < parts; part++) names.push(await office.nameOfPart(part));
  return sheetOf(names, wanted);
}

/**
 * Finds the sheet among the names of all; its index counts from 0.
 * @throws ConversionError INVALID_OPTION
 */
export function sheetOf(names: readonly string[], wanted: string): { part: number; name: string } {
  const named = names.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase());
  const part = named < 0 && /^[1-9]\d{0,5}$/.test(wanted.trim()) ? Number(wanted) - 1 : named;
  const name = names[part];
  if (name !== undefined) return { part, name };
  const listed = names.slice(0, NAMES_LISTED).map(quote).join(', ');
  const more = names.length > NAMES_LISTED ? ` and ${names.length - NAMES_LISTED} more` : '';
  throw invalidOption(
    `The option "sheet" is ${quote(wanted)}, but there is no such sheet. The sheets are: ${listed}${more}.`,
  );
}
