import { decodeBytes } from '../../detection/decode-bytes.ts';
import { foreignEncoding } from '../../detection/legacy-encoding.ts';
import { unicodeOf } from '../../detection/unicode.ts';
import { applyEdits, attributesOf, type Edit, type Piece, piecesOf } from '../markup.ts';

/** How much of a page is searched for its encoding, in bytes; a little more than browsers search. */
const DECLARED_WITHIN = 4096;

/** A text as it was written: by its byte order mark, as UTF-8 where it is that, else in the old encoding that its letters tell. */
export function decodePlain(bytes: Uint8Array): string {
  return decode(bytes, unicodeOf(bytes) ?? 'utf-8') ?? decodeLegacy(bytes);
}

/** A page in the encoding that it declares, as UTF-8 that says so. */
export function decodeHtml(bytes: Uint8Array): string {
  const declared = unicodeOf(bytes) ?? declaredEncoding(bytes);
  const text = (declared && decode(bytes, declared)) ?? decode(bytes, 'utf-8') ?? decodeLegacy(bytes);
  return declareUtf8(text);
}

/** The encoding that a page says it is in, at its beginning; nothing where it says none. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  for (const piece of piecesOf(beginning, { html: true })) {
    const encoding = encodingIn(beginning, piece);
    if (encoding) return encoding;
  }
  return /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(beginning)?.[1];
}

/** The encoding that a tag declares, by itself or in the words of a header of HTTP; nothing where it declares none. */
function encodingIn(text: string, { kind, name, start, end }: Piece): string | undefined {
  if (kind !== 'open' || name !== 'meta') return undefined;
  const attributes = attributesOf(text.slice(start, end));
  const value = (wanted: string) => attributes.find((each) => each.name.toLowerCase() === wanted)?.value;
  return value('charset')?.trim() ?? /charset\s*=\s*([\w:.-]+)/i.exec(value('content') ?? '')?.[1];
}

/** The text, or nothing where the bytes are not of that encoding or nobody knows it. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    return undefined;
  }
}

function decodeLegacy(bytes: Uint8Array): string {
  return decodeBytes(bytes, foreignEncoding(bytes) ?? 'windows-1252');
}

/** The text with one declaration of its encoding, where declarations belong. */
function declareUtf8(text: string): string {
  const edits: Edit[] = [];
  const places: { head?: number; html?: number; doctype?: number } = {};
  for (const piece of piecesOf(text, { html: true })) {
    const { kind, name, start, end } = piece;
    if (encodingIn(text, piece) !== undefined || (start === 0 && text.startsWith('<?xml')))
      edits.push({ start, end, text: '' });
    else if (kind === 'open' && (name === 'head' || name === 'html')) places[name] ??= end;
    else if (kind === 'declaration' && text.slice(start, start + 9).toLowerCase() === '<!doctype')
      places.doctype ??= end;
  }
  const at = places.head ?? places.html ?? places.doctype ?? 0;
  const declaration = { start: at, end: at, text: '<meta charset="utf-8">' };
  return applyEdits(
    text,
    [declaration, ...edits].sort((a, b) => a.start - b.start),
  );
}
