import { isUtf8 } from 'node:buffer';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { legacyEncoding } from '../../../detection/legacy-encoding.ts';

/** Western words have no more letters beyond ASCII in a row than two. */
const FOREIGN_WORD = /[\x80-\xff]{3}/;
const SPACE = Buffer.from(' ');

/** Bytes of a tag that may be in an encoding that nobody states. */
interface Unsure {
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether they were taken for Latin-1, which they may be. */
  readonly latin: boolean;
}

/**
 * Decodes the tags whose encoding is not stated, or stated as Latin-1 though they are in a code page of another language.
 * @param stored their values, of which each character is a byte
 * @returns the tags that come out otherwise than ffmpeg reads them
 */
export function decodeTags(stored: Readonly<Record<string, string>>): Record<string, string> {
  const tags = Object.entries(stored).flatMap(([name, value]) => unsure(name, value));
  const foreign = tags.filter(({ bytes }) => FOREIGN_WORD.test(bytes.toString('latin1')));
  const encoding = legacyEncoding(Buffer.concat(foreign.flatMap(({ bytes }) => [bytes, SPACE])));
  return Object.fromEntries(
    tags
      .filter(({ latin }) => encoding !== undefined || !latin)
      .map(({ name, bytes }) => [name, decodeBytes(bytes, encoding ?? 'windows-1252', { fatal: false })]),
  );
}

function unsure(name: string, value: string): Unsure[] {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.every((byte) => byte < 0x80)) return [];
  if (!isUtf8(bytes)) return [{ name, bytes, latin: false }];
  const text = bytes.toString('utf8');
  return /[^\0-\xff]/.test(text) ? [] : [{ name, bytes: Buffer.from(text, 'latin1'), latin: true }];
}
