import PostalMime, { type Email } from 'postal-mime';
import { tooComplex, unreadableAs } from '../refusals.ts';
import type { Resource, Site } from './site.ts';
import { ORIGIN } from './site.ts';

const unreadable = unreadableAs('The saved page is damaged or incomplete. Save it again and try again.');

/** Parts of a saved page at most. */
const MOST_PARTS = 5000;
/** How far the headers of a saved page are searched for what parts its parts, in bytes. */
const HEADERS = 64 * 1024;

/** Where parts lie that have a name in the place of an address: pages from https take nothing from http. */
const CID_ORIGIN = ORIGIN.replace('http:', 'https:');

/** A part of a saved page. */
interface Part extends Resource {
  readonly address: string;
}

/**
 * A page as browsers save it with what it shows (MHTML, RFC 2557), at the addresses where all of it was. Its scripts have
 * run before it was saved.
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
  const mark = `--${boundary?.[1] ?? boundary?.[2]}`;
  if (!boundary) throw unreadable('no parts');
  let count = 0;
  let at = bytes.indexOf(`\n${mark}`);
  for (let next = at; at >= 0; at = next) {
    next = bytes.indexOf(`\n${mark}`, at + 1);
    const begin = bytes.indexOf('\n', at + 1 + mark.length);
    if (bytes.toString('latin1', at + 1 + mark.length, at + 3 + mark.length) === '--') return;
    if (next < 0) throw unreadable('it lacks its end');
    if (++count > MOST_PARTS) throw tooComplex(`The page has more than ${MOST_PARTS} parts. Divide it first.`);
    if (begin >= 0 && begin < next) yield bytes.subarray(begin + 1, next);
  }
}

/** What a part holds, under its address and its name. */
function partsOf(email: Email, start: string | undefined): Part[] {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim();
  const resource = resourceOf(email);
  if (!resource) return [];
  const [location, name] = [header('content-location'), header('content-id')?.replace(/^<|>$/g, '')];
  const addresses = [
    ...(location === undefined ? [] : [addressOf(location, start)]),
    ...(name === undefined ? [] : [CID_ORIGIN + encodeURIComponent(name)]),
  ];
  // What has neither is the page, if it is the first.
  return (addresses.length === 0 ? [ORIGIN] : addresses).map((address) => ({ address, ...resource }));
}

function resourceOf(email: Email): Resource | undefined {
  const [attachment] = email.attachments;
  if (email.html !== undefined) return { content: resolveCids(email.html), type: 'text/html; charset=utf-8' };
  if (!attachment) return undefined;
  const { mimeType: type, content } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
  // Styles are UTF-8 in what browsers save.
  return type === 'text/css' ? { content: resolveCids(bytes.toString()), type } : { content: bytes, type };
}

/** A text with addresses in the place of names (`cid:`). */
function resolveCids(text: string): Buffer {
  return Buffer.from(
    text.replace(/\bcid:([^\s"'<>()]{1,300})/g, (_, name: string) => CID_ORIGIN + encodeURIComponent(name)),
  );
}

/** An address by which a browser asks; what was saved from a disk lies with us. */
function addressOf(location: string, start: string = ORIGIN): string {
  try {
    const url = new URL(location, start);
    return /^https?:$/.test(url.protocol) ? url.href.replace(/#.*$/s, '') : ORIGIN + url.pathname.replace(/^\/+/, '');
  } catch {
    return ORIGIN;
  }
}
