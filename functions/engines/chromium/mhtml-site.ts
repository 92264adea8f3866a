import PostalMime, { type Email } from 'postal-mime';
import { tooComplex, unreadableAs } from '../refusals.ts';
import type { Resource, Site } from './site.ts';
import { ORIGIN } from './site.ts';

const unreadable = unreadableAs('The saved page is damaged or incomplete. Save it again and try again.');

/** The most parts of a saved page. */
const MOST_PARTS = 5000;
/** How many bytes of a saved page are searched for the boundary of its parts. */
const HEADERS = 64 * 1024;

/** The origin of parts with a Content-ID and no address. It is https, as such pages load nothing from http. */
const CID_ORIGIN = ORIGIN.replace('http:', 'https:');

/** A part of a saved page. */
interface Part extends Resource {
  readonly address: string;
}

/**
 * A page that a browser has saved with its resources at their original addresses (MHTML, RFC 2557). Its scripts ran before
 * it was saved.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function mhtmlSite(bytes: Buffer): Promise<Site> {
  const parts = new Map<string, Part>();
  let start: string | undefined;
  for (const source of mimeParts(bytes)) {
    const email = await PostalMime.parse(source, { maxNestingDepth: 8 }).catch(() => undefined);
    for (const part of email ? partsOf(email, start) : []) {
      if (part.type.startsWith('text/html')) start ??= part.address;
      if (!parts.has(part.address)) parts.set(part.address, part);
    }
  }
  if (start === undefined) throw unreadable('no page among the parts');
  return { start, isSinglePage: true, hasRunScripts: true, find: (address) => parts.get(address) };
}

function* mimeParts(bytes: Buffer): Generator<Buffer> {
  const boundary = /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(
    bytes.toString('latin1', 0, HEADERS),
  );
  // Without resources, a page may be saved as a mail of one part.
  if (!boundary) return yield bytes;
  const mark = `--${boundary[1] ?? boundary[2]}`;
  let count = 0;
  let at = bytes.indexOf(`\n${mark}`);
  for (let next = at; at >= 0; at = next) {
    next = bytes.indexOf(`\n${mark}`, at + 1);
    const begin = bytes.indexOf('\n', at + 1 + mark.length);
    if (bytes.toString('latin1', at + 1 + mark.length, at + 3 + mark.length) === '--') return;
    if (next < 0) throw unreadable('no closing boundary');
    if (++count > MOST_PARTS) throw tooComplex(`The page has more than ${MOST_PARTS} parts. Divide it first.`);
    if (begin >= 0 && begin < next) yield bytes.subarray(begin + 1, next);
  }
}

/** The content of a part, at its Content-Location and its Content-ID. */
function partsOf(email: Email, start: string | undefined): Part[] {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim();
  const resource = resourceOf(email);
  if (!resource) return [];
  const [location, name] = [header('content-location'), header('content-id')?.replace(/^<|>$/g, '')];
  const addresses = [
    ...(location === undefined ? [] : [addressOf(location, start)]),
    ...(name === undefined ? [] : [CID_ORIGIN + encodeURIComponent(name)]),
  ];
  // A part with neither is the page, if it is the first.
  return (addresses.length === 0 ? [ORIGIN] : addresses).map((address) => ({ address, ...resource }));
}

function resourceOf(email: Email): Resource | undefined {
  const [attachment] = email.attachments;
  if (email.html !== undefined) return { content: resolveCids(email.html), type: 'text/html; charset=utf-8' };
  if (!attachment) return undefined;
  const { mimeType: type, content } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
  // Browsers save style sheets in UTF-8.
  return type === 'text/css' ? { content: resolveCids(bytes.toString()), type } : { content: bytes, type };
}

/** Replaces `cid:` URLs with addresses. */
function resolveCids(text: string): Buffer {
  return Buffer.from(
    text.replace(/\bcid:([^\s"'<>()]{1,300})/g, (_, name: string) => CID_ORIGIN + encodeURIComponent(name)),
  );
}

/** The absolute address of a part; files saved from a disk get our origin. */
function addressOf(location: string, start: string = ORIGIN): string {
  try {
    const url = new URL(location, start);
    return /^https?:$/.test(url.protocol) ? url.href.replace(/#.*$/s, '') : ORIGIN + url.pathname.replace(/^\/+/, '');
  } catch {
    return ORIGIN;
  }
}
