import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';

/** The libraries' messages about valid pictures that they do not support, and ours to the client. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [
    /Unsupported JPEG data precision 1\d/,
    'The JPEG has more than 8 bits a channel, which cannot be read. Save it anew with 8 bits a channel.',
  ],
  [
    /samples_per_pixel not a whole number of bytes/,
    'The TIFF holds samples of a number of bits that cannot be read, such as 10 or 12. Save it anew with 8 or 16 bits a channel.',
  ],
  [
    /bad labq format|tiled separate planes|Old-style JPEG compression|tiff2vips: Sorry/,
    'The TIFF has CIELab colours, channels in planes of their own or old-style JPEG compression, which cannot be read. Save it anew in RGB, with LZW compression and interleaved channels.',
  ],
  [
    /^Unsupported feature/,
    'The picture uses a feature of HEIF that is not supported, such as overlays or layered pictures. Save it anew as a plain HEIC, or as a JPEG.',
  ],
];

/** The message to the client about a picture that is damaged, or not of the format it claims. */
export const DAMAGED =
  'The picture is damaged, incomplete or of a kind that cannot be read. Open it in a picture viewer and save it anew.';

/** Whether a library's error is about a valid picture that it does not support. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Error && UNSUPPORTED.some(([pattern]) => pattern.test(error.message));
}

/** The error for such a picture; the reason is only logged. */
export function unreadable(reason: unknown): ConversionError {
  const text = reason instanceof Error ? reason.message : String(reason);
  const [, message] = UNSUPPORTED.find(([pattern]) => pattern.test(text)) ?? [];
  return unreadableFile(message ?? DAMAGED, reason);
}
