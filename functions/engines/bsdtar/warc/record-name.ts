import { withoutTrailing } from '../../without-trailing.ts';
import type { WarcRecord } from './read-records.ts';

/** The folder of all records that are no files of the web. */
export const RECORDS = 'warc-records';

/** How long a part of a path may be in bytes, all of it, and how many parts it has: what is beyond is cut. */
const LONGEST_PART = 120;
const LONGEST_PATH = 1000;
const MOST_PARTS = 32;

/** What no name has on one system or another. */
const UNSAFE = /[\p{C}<>:"|?*\\/]/gu;

/** The path of a page or of a file of the web: its host, and below that what its address says. */
export function pageName(address: string, isPage: boolean): string {
  const { host, parts, query } = partsOf(address);
  const last = parts.pop() || (isPage ? 'index.html' : 'index');
  return joined([host, ...parts, query === '' ? last : withQuery(last, query)]);
}

/** The path of another record: the folder of its kind, and below that its address. */
export function recordName(record: WarcRecord, address: string): string {
  const { host, parts, query } = partsOf(address);
  const last = parts.pop() || (address === '' ? 'record' : 'index');
  const name = `${query === '' ? last : withQuery(last, query)}.warc`;
  return joined([RECORDS, record.kind || 'record', ...(address === '' ? [] : [host]), ...parts, name]);
}

/** What is asked of a page comes before its extension, which says what it is. */
function withQuery(name: string, query: string): string {
  const dot = name.lastIndexOf('.');
  const asked = cut(query, LONGEST_PART / 2);
  return dot > 0 ? `${name.slice(0, dot)}@${asked}${name.slice(dot)}` : `${name}@${asked}`;
}

/** An address as any URI has it; of one without a host, its scheme stands in that place. */
function partsOf(address: string): { host: string; parts: string[]; query: string } {
  const [plain = ''] = address.replace(/^</, '').replace(/>$/, '').split('#', 1);
  const mark = plain.indexOf('?');
  const place = mark < 0 ? plain : plain.slice(0, mark);
  const [, scheme = '', authority, path = ''] = /^(?:([a-z][\w+.-]*):)?(?:\/\/([^/]*))?(.*)$/is.exec(place) ?? [];
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  const parts = path.split('/').map(decoded);
  // A last part that is empty stands for the page of a folder.
  const last = parts.pop() ?? '';
  const kept = [...parts.filter(isName), isName(last) ? last : ''];
  return { host: host || scheme || 'unknown', parts: kept, query: mark < 0 ? '' : plain.slice(mark + 1) };
}

function isName(part: string): boolean {
  return !['', '.', '..'].includes(part);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function joined(parts: readonly string[]): string {
  const [last = ''] = parts.slice(-1);
  const folders = parts
    .slice(0, -1)
    .slice(0, MOST_PARTS)
    .map((part) => safe(cut(part, LONGEST_PART)));
  const kept: string[] = [];
  for (let length = 0; kept.length < folders.length; length += Buffer.byteLength(folders[kept.length - 1] ?? '') + 1) {
    if (length > LONGEST_PATH) break;
    kept.push(folders[kept.length] ?? '');
  }
  return [...kept, safe(shortened(last))].join('/');
}

/** Keeps the extension, where there is one. */
function shortened(name: string): string {
  const [extension = ''] = /\.\w{1,10}$/.exec(name) ?? [];
  return cut(name.slice(0, name.length - extension.length), LONGEST_PART) + extension;
}

/** Cuts to so many bytes of UTF-8, between letters. */
function cut(text: string, longest: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= longest) return text;
  return withoutTrailing(bytes.toString('utf8', 0, longest), '\ufffd');
}

/** Neither names that lead elsewhere nor letters that only some systems take; Windows drops blanks and dots at the end. */
function safe(part: string): string {
  const clean = withoutTrailing(part.toWellFormed().replace(UNSAFE, '_').replace(/^ +/, ''), '. ');
  return clean === '' ? '_' : clean;
}
