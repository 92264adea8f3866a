import { unreadableMail } from './refusals.ts';

/** Bytes of a header section that are searched: postal-mime refuses longer ones. */
const LONGEST_HEADER = 256 * 1024;

/**
 * Refuses a mail that ends before its first part or within a base64 part. One that only lacks its closing boundary is
 * read, as many mailboxes have such mails.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkEnd(bytes: Buffer, contentType: string): void {
  if (!/^\s*multipart\//i.test(contentType)) return;
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || bytes.includes(`--${boundary}--`)) return;
  if (!bytes.includes(`\n--${boundary}`)) throw unreadableMail('there is no part');
  if (!isWhole(lastPart(bytes, `\n--${boundary}--`))) throw unreadableMail('the last part is truncated');
}

/** What follows the last line that may be a boundary, and is not truncated itself. */
function lastPart(bytes: Buffer, closing: string): Buffer {
  const start = bytes.lastIndexOf('\n--');
  const truncated = closing.startsWith(bytes.toString('latin1', start, start + closing.length + 1));
  return truncated ? bytes.subarray(bytes.lastIndexOf('\n--', start - 1), start) : bytes.subarray(start);
}

/** Only base64 shows whether it is complete: by padding, an empty line after it, or a shorter last line. */
function isWhole(part: Buffer): boolean {
  const text = part.toString('latin1').replaceAll('\r', '');
  const [line = ''] = text.slice(1).split('\n', 1);
  // The closing boundary of a part within this one.
  if (line.trimEnd().endsWith('--')) return true;
  const end = text.indexOf('\n\n');
  if (end < 0) return false;
  if (!/^content-transfer-encoding:[ \t]*base64/im.test(text.slice(0, Math.min(end, LONGEST_HEADER)))) return true;
  const body = text.slice(end + 2);
  const lines = body.trim().split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  const characters = lines.reduce((sum, each) => sum + each.trimEnd().length, 0);
  if (characters === 0 || characters % 4 !== 0) return false;
  return last.endsWith('=') || body.endsWith('\n\n') || (body.endsWith('\n') && last.length < first.length);
}
