import { hash } from 'node:crypto';
import { truncate } from '../conversion/filename.ts';
import { type DropFolderSettings, LONGEST_KEY } from '../drop-folder-settings.ts';

/** The extension of the file that reports a failure. */
const FAILURE = '.error.json';

/** How many digits of a digest keep two names apart. */
const DIGITS = 16;

/**
 * The key of the result of a file: its own key without the prefix, and the extension of the result's format. A name that
 * is too long for S3 is cut. `.` and `..` between slashes are replaced, since a program that copies the bucket to a disk
 * would take them for folders. A digest of the name then keeps two such keys apart.
 * @param format an extension without its dot
 */
export function resultOutputKey(folder: DropFolderSettings, key: string, format: string): string {
  return outputKey(folder, key, `.${format}`);
}

/** The key of the report about a file that was not converted. */
export function failureOutputKey(folder: DropFolderSettings, key: string): string {
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
  const mark = `~${hash('sha256', name).slice(0, DIGITS)}`;
  return outPrefix + truncate(plain, room - mark.length) + mark + ending;
}
