import type { DecodeName } from './decode-names.ts';
import type { Content, Entry } from './entry.ts';
import type { Header } from './header.ts';
import { refused } from './refusals.ts';
import { checkNames, relativePath } from './relative-path.ts';

/** Pax records that the new header replaces, or that are dropped on purpose. */
const LEFT_OUT =
  /^(?:path|linkpath|size|hdrcharset|uid|gid|uname|gname|SCHILY\.(?:dev|ino|nlink|realsize)|GNU\.sparse\.name)$|security\./;

/** The content of a file, which one of its hard links may bring later. */
type SharedContent = { content: Content };

/**
 * Makes entries of the headers of an unpacked archive. Of entries with the same name, the last one counts, as when the
 * archive is unpacked.
 * @param path of the file with the contents
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function collectEntries(path: string, headers: readonly Header[], decodeName: DecodeName): Entry[] {
  checkNames(headers);
  const bodies = new Map<string, SharedContent>();
  const links = new Map<string, string>();
  const found = new Map<string, () => Entry>();
  for (const header of headers) {
    const text = decodeName(header.name);
    const name = relativePath(text);
    if (name === '') {
      if (header.type === '5') continue; // the root itself
      throw refused(text, 'which is not a file name.');
    }
    const { mode, uid, gid, time } = header;
    const [owner, group] = [decodeName(header.owner), decodeName(header.group)];
    const records = new Map([...header.records].filter(([key]) => !LEFT_OUT.test(key)));
    const described = { name, mode: mode & 0o777, uid, gid, owner, group, time, records };
    found.delete(name);
    const content = { path, position: header.position, length: header.length };
    const original = header.type === '1' ? relativePath(decodeName(header.link)) : '';
    const link = header.type === '2' ? decodeName(header.link) : links.get(original);
    if (header.type === '5') found.set(name, () => ({ ...described, kind: 'folder' }));
    else if (link !== undefined) {
      links.set(name, link);
      found.set(name, () => ({ ...described, kind: 'link', target: link }));
    } else {
      const body = bodyOf(header, original, bodies, content, name);
      bodies.set(name, body);
      found.set(name, () => ({ ...described, kind: 'file', content: body.content }));
    }
  }
  return [...found.values()].map((entry) => entry());
}

function bodyOf(
  header: Header,
  original: string,
  bodies: ReadonlyMap<string, SharedContent>,
  content: Content,
  name: string,
): SharedContent {
  if (['0', '\0', '7', 'S'].includes(header.type)) return { content };
  if (header.type !== '1') throw refused(name, 'a device or a pipe.');
  const body = bodies.get(original);
  if (!body) throw refused(name, 'a hard link to a file that is not in it.');
  if (content.length > 0) body.content = content;
  return body;
}
