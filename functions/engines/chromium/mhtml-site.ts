import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unreadableAs } from '../refusals.ts';
import type { Site } from './site.ts';

const unreadable = unreadableAs('The saved page is damaged or incomplete. Save it again and try again.');

/** How many bytes of a saved page are searched for the boundary of its parts. */
const HEADERS = 64 * 1024;
const BOUNDARY = /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i;

/** A saved page around its only part. */
const ONE_PART = 'Content-Type: multipart/related; boundary=part\r\n\r\n--part\r\n*\r\n--part--\r\n';

/**
 * A page that a browser has saved with its resources (MHTML, RFC 2557). The browser opens it from a file: it loads only what
 * is saved there, and runs no scripts, which ran before the page was saved.
 * @param folder for that file
 * @throws ConversionError UNREADABLE_FILE
 */
export async function mhtmlSite(bytes: Buffer, folder: string): Promise<Site> {
  const path = join(folder, 'page.mhtml');
  await writeFile(path, normalized(bytes));
  const start = pathToFileURL(path).href;
  return { start, isSinglePage: true, find: (address) => (address === start ? 'file' : undefined) };
}

/**
 * Edits what the browser would not read: it needs CRLF at the ends of lines, an empty line after the headers, and parts.
 * Without resources, a page may be saved as a mail that has none.
 */
function normalized(bytes: Buffer): Buffer {
  const source = bytes.toString('latin1');
  const head = source.slice(0, HEADERS);
  const text = head.includes('\r\n') ? source : source.replaceAll('\n', '\r\n');
  return Buffer.from(withParts(text, BOUNDARY.exec(head)), 'latin1');
}

function withParts(text: string, found: RegExpExecArray | null): string {
  if (!found) return ONE_PART.replace('*', () => text);
  const boundary = `\r\n--${found[1] ?? found[2]}`;
  if (!text.includes(`${boundary}--`)) throw unreadable('no closing boundary');
  return text.replace(boundary, () => `\r\n${boundary}`);
}
