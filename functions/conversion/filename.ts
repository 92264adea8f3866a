import type { Conversion } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { extensionOf } from './formats.ts';

/** The longest name of an uploaded file, in bytes of UTF-8. */
const LONGEST_NAME = 1024;

/** The longest name of a result, in bytes of UTF-8: file systems take 255, and clients add to it. */
const LONGEST_OFFER = 200;

/**
 * The name of an uploaded file without its path; empty when there is none.
 * @throws ConversionError INVALID_REQUEST
 */
export function readFilename(path: string): string {
  const name = path.replace(/^.*[/\\]/s, '');
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  throw new ConversionError('INVALID_REQUEST', `The name of the file is longer than ${LONGEST_NAME} bytes.`);
}

/** The name of a result: that of the source with the extension of the new format. */
export function resultFilename(conversion: Pick<Conversion, 'originalFilename' | 'resultFormat'>): string {
  const { originalFilename, resultFormat } = conversion;
  const end = originalFilename.length - extensionOf(originalFilename).length;
  const stem = end > 0 ? originalFilename.slice(0, end) : originalFilename;
  const extension = `.${resultFormat}`;
  return truncate(stem, LONGEST_OFFER - extension.length) + extension;
}

/** The longest beginning of a text that fits into so many bytes of UTF-8, in whole characters. */
export function truncate(text: string, bytes: number): string {
  const head = Buffer.from(text).subarray(0, bytes);
  // In a stream the decoder keeps back the bytes of an incomplete character.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: true });
}
