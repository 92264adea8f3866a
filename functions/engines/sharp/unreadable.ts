import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';

/** What the libraries say of kinds of pictures that are sound, and that they do not read; and what we say of these. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [
    /Unsupported JPEG data precision 1\d/,
    'The JPEG has more than 8 bits a channel, which cannot be read. Save it anew with 8 bits a channel.',
  ],
  [
    /samples_per_pixel not a whole number of bytes/,
    'The TIFF holds samples of a number of bits that cannot be read, such as 10 or 12. Save it anew with 8 or 16 bits a channel.',
  ],
  [
    /^Unsupported feature/,
    'The picture is stored in a way of HEIF that cannot be read, such as in layers or as the difference from another picture. Save it anew as a plain HEIC, or as a JPEG.',
  ],
];

/** What is told of a file that is damaged or not what it claims to be. */
export const DAMAGED =
  'The picture is damaged, incomplete or of a kind that cannot be read. Open it in a picture viewer and save it anew.';

/** The error for a file that is damaged or not what it claims to be; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  const words = reason instanceof Error ? reason.message : String(reason);
  const [, message] = KINDS.find(([pattern]) => pattern.test(words)) ?? [];
  return unreadableFile(message ?? DAMAGED, reason);
}
