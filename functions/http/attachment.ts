import { create } from 'content-disposition';
import { type Conversion, resultFilename } from '../conversion/conversion.ts';
import { describeFormat } from '../conversion/formats.ts';
import { COMMON_HEADERS } from './reply.ts';

/** The headers of a download but its length: exact type, and a name by RFC 6266 (ASCII fallback and `filename*`). */
export function attachmentHeaders(conversion: Conversion): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': describeFormat(conversion.resultFormat).mediaType,
    // A name that could stand without quotes gets them all the same: not every client reads the bare form.
    'Content-Disposition': create(wellFormed(resultFilename(conversion))).replace(/filename=([^";]+)/, 'filename="$1"'),
  };
}

/** Header values hold no control characters and no halves of surrogate pairs. */
function wellFormed(filename: string): string {
  return filename.toWellFormed().replace(/\p{Cc}/gu, '_');
}
