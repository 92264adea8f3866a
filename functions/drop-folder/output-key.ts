import { createHash } from 'node:crypto';
import { type DropFolderSettings, LONGEST_KEY } from '../drop-folder-settings.ts';

/** The ending of the file that tells of a failure. */
const FAILURE = '.error.json';

/** As many digits of a digest as tell two names apart. */
const DIGITS = 16;

/**
 * Where the result of a file goes: what its key has after the prefix, then the extension of the format that it has. A
 * name that would be too long for S3 is cut, and one with `.` or `..` between slashes loses those, which no program that
 * copies the bucket to a disk may take for folders; a digest of the name then keeps it from being another's.
 * @param format an extension without its dot
 */
export function resultPlace(folder: DropFolderSettings, key: string, format: string): string {
  return outputKey(folder, key, `.${format}`);
}

/** Where the report lies of a file that was not converted. */
export function failurePlace(folder: DropFolderSettings, key: string): string {
  return outputKey(folder, key, FAILURE);
}

function outputKey({ prefix, outPrefix }: DropFolderSettings, key: string, ending: string): string {
  const name = key.slice(prefix.length);
  // The same for all endings, so that a result and a failure lie side by side.
  const room = LONGEST_KEY - Buffer.byteLength(outPrefix) - Math.max(FAILURE.length, ending.length);
  const plain = name
    .split('/')
    .map((part) => (part === '.' || part === '..' ? '_' : part))
    .join('/');
  if (plain === name && Buffer.byteLength(name) <= room) return outPrefix + name + ending;
  const mark = `~${createHash('sha256').update(name).digest('hex').slice(0, DIGITS)}`;
  return outPrefix + beginning(plain, room - mark.length) + mark + ending;
}

/** As much of a text as so many bytes of UTF-8 hold, in whole characters. */
function beginning(text: string, bytes: number): string {
  // A decoder that expects more keeps back the bytes of a character that is not whole.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}
