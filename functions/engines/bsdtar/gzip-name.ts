import { readHead } from '../read-head.ts';

const EXTRA = 4;
const NAME = 8;
/** What is looked at: a name with an extra field in front of it. */
const LOOKED_AT = 66 * 1024;

/** The name that a gzip file says its content has (RFC 1952), without any path; nothing where it says none. */
export async function gzipName(path: string): Promise<string | undefined> {
  const head = await readHead(path, LOOKED_AT);
  const flags = head[3] ?? 0;
  if ((flags & NAME) === 0) return undefined;
  const start = (flags & EXTRA) !== 0 && head.length > 12 ? 12 + head.readUInt16LE(10) : 10;
  const end = head.indexOf(0, start);
  if (end < 0 || end - start > 255) return undefined;
  const name = decode(head.subarray(start, end)).replace(/^.*[/\\]/s, '');
  return ['', '.', '..'].includes(name) ? undefined : name;
}

function decode(name: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    return name.toString('latin1');
  }
}
