import type { Conversion } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { extensionOf } from './formats.ts';

/** The longest name that a file may be sent with, in bytes of UTF-8. */
const LONGEST_NAME = 1024;

/** The longest name that a result is offered with, in bytes of UTF-8: file systems take 255, clients add to it. */
const LONGEST_OFFER = 200;

/**
 * The name of an uploaded file as sent, without any path in front of it; empty when there is none.
 * @throws ConversionError INVALID_REQUEST
 */
export function readFilename(path: string): string {
  const name = path.replace(/^.*[/\\]/s, '');
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  throw new ConversionError('INVALID_REQUEST', `The name of the file is longer than ${LONGEST_NAME} bytes.`);
}

/** The name under which a result is offered: the original's stem and the extension of what it is now. */
export function resultFilename(conversion: Pick<Conversion, 'originalFilename' | 'resultFormat'>): string {
  const { originalFilename, resultFormat } = conversion;
  const end = originalFilename.length - extensionOf(originalFilename).length;
  const stem = end > 0 ? originalFilename.slice(0, end) : originalFilename;
  const extension = `.${resultFormat}`;
  return beginning(stem, LONGEST_OFFER - extension.length) + extension;
}

/** As much of a text as so many bytes of UTF-8 hold, in whole characters. */
function beginning(text: string, bytes: number): string {
  const head = Buffer.from(text).subarray(0, bytes);
  // A decoder that expects more keeps back the bytes of a character that is not whole.
  return new TextDecoder().decode(head, { stream: true });
}
