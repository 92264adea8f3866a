import type { ConversionFields } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import { checkFileSize } from '../conversion/file-size.ts';
import { readFilename } from '../conversion/filename.ts';
import { quote } from '../conversion/quote.ts';
import type { StreamedPart } from './form-stream.ts';
import { parseOptions } from './json-body.ts';
import { invalidForm, type Part } from './multipart.ts';

/** The longest field, in bytes: more than any option needs. */
const LONGEST_FIELD = 32 * 1024;

/** The texts of the fields of a form, by their names. */
export type FieldTexts = Map<string, string>;

/**
 * Reads a field of a convert request. A second one of the same name, and a file, is skipped here and refused by
 * `checkParts`.
 * @throws ConversionError INVALID_REQUEST when it is too long
 */
export async function readField(part: StreamedPart, fields: FieldTexts): Promise<void> {
  const { name, filename, content } = part;
  if (name === 'file' || filename !== undefined || fields.has(name)) return;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > LONGEST_FIELD) throw invalidForm(`${partNamed(name)} is longer than any value of it.`);
    chunks.push(chunk);
  }
  fields.set(name, Buffer.concat(chunks).toString());
}

/**
 * Refuses missing and ambiguous parts before anything is decoded.
 * @param joined whether several files are joined into one source. @default false
 * @returns the name of the file
 */
export function checkParts(parts: readonly Part[], joined = false): string {
  const files = parts.filter(({ name }) => name === 'file');
  const [file] = files;
  if (!file) throw new ConversionError('MISSING_FILE', 'The part "file" is missing: send the file to convert in it.');
  if (files.length > 1 && !joined)
    throw invalidForm(
      'The part "file" was sent more than once. Send one file a request; to join several into one PDF, send merge=true before them.',
    );
  const seen = new Set<string>();
  for (const { name, filename } of parts) {
    if (name !== 'file' && filename !== undefined) throw invalidForm(`${partNamed(name)} must not be a file.`);
    if (name !== 'file' && seen.has(name)) throw invalidForm(`${partNamed(name)} was sent more than once.`);
    seen.add(name);
  }
  const [first = '', ...others] = files.map(checkFile);
  return joined ? nameOfJoined(first, others.length) : first;
}

/** The name of a source of several files; the result is named after it. */
function nameOfJoined(first: string, others: number): string {
  const stem = first.replace(/(?<=.)\.[^.]*$/, '');
  return `${stem}${others > 0 ? ` and ${others} more` : ''}.zip`;
}

/**
 * The format, the quality and the options in the fields; options are fields of their own, or in a JSON object.
 * @throws ConversionError INVALID_OPTION
 */
export function toConversionFields(fields: FieldTexts): ConversionFields {
  const { target_format, quality, options, webhook_url, ...texts } = Object.fromEntries(fields);
  return { target_format, quality, webhook_url, options: { texts, values: parseOptions(options) } };
}

function partNamed(name: string): string {
  return `The part ${quote(name)}`;
}

function checkFile({ filename = '', size }: Part): string {
  const name = readFilename(filename);
  if (!name) throw new ConversionError('MISSING_FILE', 'The part "file" must be a file with a filename, not a field.');
  checkFileSize(size);
  return name;
}
