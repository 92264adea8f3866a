import { baseName } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import { checkFileSize } from '../conversion/file-size.ts';
import { invalidForm, type Part } from './multipart.ts';

/** The parts of a convert request beside the file. */
export const FIELDS = ['target_format', 'quality'] as const;

export type Field = (typeof FIELDS)[number];

/** Refuses what is missing or ambiguous before anything is decoded; gives the name of the file. */
export function checkParts(parts: readonly Part[]): string {
  const files = parts.filter(({ name }) => name === 'file');
  const [file] = files;
  if (!file) throw new ConversionError('MISSING_FILE', 'The part "file" is missing: send the file to convert in it.');
  if (files.length > 1) throw invalidForm('The part "file" was sent more than once. Send one file a request.');
  for (const field of FIELDS) {
    const same = parts.filter(({ name }) => name === field);
    if (same.length > 1) throw invalidForm(`The part "${field}" was sent more than once.`);
    if (same.some(({ filename }) => filename !== undefined))
      throw invalidForm(`The part "${field}" must not be a file.`);
  }
  // The parser keeps its list of files under this name, and a field would take its place.
  if (parts.some(({ name }) => name === 'files'))
    throw invalidForm('There is no part "files". Send one file as "file".');
  return checkFile(file);
}

function checkFile({ filename, size }: Part): string {
  const name = baseName(filename ?? '');
  if (!name) throw new ConversionError('MISSING_FILE', 'The part "file" must be a file with a filename, not a field.');
  checkFileSize(size);
  return name;
}
