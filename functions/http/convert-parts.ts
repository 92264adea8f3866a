import { ConversionError } from '../conversion/errors.ts';
import { checkFileSize } from '../conversion/file-size.ts';
import { readFilename } from '../conversion/filename.ts';
import { invalidForm, type Part } from './multipart.ts';

/** The parts of a convert request beside the file. */
export const FIELDS = ['target_format', 'quality'] as const;

export type Field = (typeof FIELDS)[number];

/** More than any field takes, in bytes. */
export const LONGEST_FIELD = 4096;

/** Refuses what is missing or ambiguous before anything is decoded; gives the name of the file. */
export function checkParts(parts: readonly Part[]): string {
  const files = parts.filter(({ name }) => name === 'file');
  const [file] = files;
  if (!file) throw new ConversionError('MISSING_FILE', 'The part "file" is missing: send the file to convert in it.');
  if (files.length > 1) throw invalidForm('The part "file" was sent more than once. Send one file a request.');
  for (const field of FIELDS) checkField(field, parts);
  return checkFile(file);
}

function checkField(field: Field, parts: readonly Part[]): void {
  const [first, ...others] = parts.filter(({ name }) => name === field);
  if (others.length > 0) throw invalidForm(`The part "${field}" was sent more than once.`);
  if (first?.filename !== undefined) throw invalidForm(`The part "${field}" must not be a file.`);
  if (first && first.size > LONGEST_FIELD) throw fieldTooLong(field);
}

/** What is told of a field that is longer than any value of it. */
export function fieldTooLong(field: Field): ConversionError {
  return invalidForm(`The part "${field}" is longer than any value of it.`);
}

function checkFile({ filename = '', size }: Part): string {
  const name = readFilename(filename);
  if (!name) throw new ConversionError('MISSING_FILE', 'The part "file" must be a file with a filename, not a field.');
  checkFileSize(size);
  return name;
}
