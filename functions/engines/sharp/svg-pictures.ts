import type { Sharp } from 'sharp';
import { ConversionError } from '../../conversion/errors.ts';
import { applyEdits, type Edit } from '../markup.ts';
import { LIMITS } from './limits.ts';
import { sharpPicture } from './picture.ts';

/** How a picture in a drawing begins that the library of drawings does not read, as it does PNG and JPEG. */
const UNREAD = /data:image\/(?:gif|webp|avif);base64,/gi;
/** What ends it. */
const END = /["')]/g;
/** Ends of lines, which may be written as characters too. */
const BLANKS = /\s|&#(?:10|13|xA|xD);/gi;
/** The longest that a picture may be in an attribute, in characters. */
const LONGEST = 9_000_000;

/**
 * The text of a drawing with PNG in place of pictures that would be left out of it without a word. What cannot be decoded
 * stays as it is.
 * @throws ConversionError TOO_COMPLEX
 */
export async function withReadPictures(text: string): Promise<string> {
  const edits: Edit[] = [];
  let [pixels, reached] = [0, 0];
  for (const { index: start, 0: beginning } of text.matchAll(UNREAD)) {
    if (start < reached) continue;
    END.lastIndex = start;
    const end = END.exec(text)?.index;
    if (end === undefined) break;
    reached = end;
    const bytes = Buffer.from(text.slice(start + beginning.length, end).replace(BLANKS, ''), 'base64');
    const picture = await sharpPicture(bytes, { failOn: 'none' }).catch(() => undefined);
    if (!picture) continue;
    pixels += picture.width * picture.height;
    if (pixels > LIMITS.pixels)
      throw new ConversionError(
        'TOO_COMPLEX',
        'The pictures in the drawing have more pixels than are drawn. Scale them down.',
      );
    const png = await encoded(picture.open().png()).catch(() => undefined);
    const fitting =
      png && png.length > LONGEST && !picture.metadata.hasAlpha
        ? await encoded(picture.open().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }))
        : png;
    if (fitting) edits.push({ start, end, text: fitting });
  }
  return edits.length > 0 ? applyEdits(text, edits) : text;
}

async function encoded(picture: Sharp): Promise<string> {
  const bytes = await picture.toBuffer();
  const kind = bytes[0] === 0x89 ? 'png' : 'jpeg';
  return `data:image/${kind};base64,${bytes.toString('base64')}`;
}
