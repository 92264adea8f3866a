import { readFile, stat } from 'node:fs/promises';
import { extname, posix } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import { quote } from '../../conversion/quote.ts';
import { openZip } from '../../detection/document-zip.ts';
import type { EngineJob } from '../engine.ts';
import { convertText } from '../pandoc/convert-text.ts';
import { isReadable } from '../pandoc/readers.ts';
import { tooComplex, unreadableFile, unsupported } from '../refusals.ts';
import { mhtmlSite } from './mhtml-site.ts';
import { LIMITS } from './page-limits.ts';
import { PRINT_STYLE } from './print-style.ts';
import { ORIGIN, type PageType, type Resource, type Site, siteOf, typeOf } from './site.ts';

/**
 * Prepares a source as a site for the browser.
 * @throws ConversionError
 */
export async function openSite(job: EngineJob): Promise<Site> {
  const { sourcePath, sourceFormat: format } = job;
  if (format === 'mhtml') return mhtmlSite(await readPage(sourcePath));
  if (format === 'zip') return zipSite(job);
  if (format === 'html' || format === 'xhtml')
    return siteOf(await readPage(sourcePath), TYPES[`.${format}`] as PageType);
  if (isReadable(format)) return siteOf(await pandocPage({ sourcePath, sourceFormat: format }, job), 'text/html');
  throw new Error(`no page of ${format}`);
}

async function readPage(path: string): Promise<Buffer> {
  if ((await stat(path)).size > LIMITS.page) throw tooLarge('page', LIMITS.page);
  return readFile(path);
}

function tooLarge(what: string, most: number): ConversionError {
  return tooComplex(`The ${what} is larger than ${most / 1_000_000} MB. Divide it first.`);
}

/** Converts markup to a page with pandoc, and adds our style. */
async function pandocPage(source: Parameters<typeof convertText>[0], { folder }: EngineJob): Promise<Buffer> {
  const { path } = await convertText(source, { target: 'html', folder });
  const page = await readPage(path);
  // The first `</head>` is that of pandoc's template; pandoc escapes it in the client's text.
  const head = page.indexOf('</head>');
  return Buffer.concat([page.subarray(0, head), Buffer.from(`<style>${PRINT_STYLE}</style>`), page.subarray(head)]);
}

const PAGE = 'index.html';

/** Media types by extension, as of a web server; the browser sniffs all others. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
};

/** A site in a zip, with its index.html at the top or in a folder there. */
async function zipSite({ sourcePath }: EngineJob): Promise<Site> {
  if ((await stat(sourcePath)).size > LIMITS.site) throw tooLarge('zip', LIMITS.site);
  const bytes = await readFile(sourcePath);
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  const names = new Set(zip.names);
  const [page] = [...names]
    .filter((name) => posix.basename(name) === PAGE)
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  if (page === undefined || depth(page) > 1)
    throw unsupported(
      'There is no index.html in the zip. To join PDF files and pictures into one PDF file, set the option "merge" to true.',
    );
  const read = new Map<string, Resource>();
  let left: number = LIMITS.site;
  const readFileOf = (name: string): Resource | undefined => {
    const content = zip.data(name, LIMITS.page);
    left -= content?.length ?? 0;
    if (left < 0) throw tooLarge('site', LIMITS.site);
    if (!content) {
      if (name === page) throw unreadableFile(`${quote(PAGE)} in the zip cannot be read. Check it and try again.`);
      return undefined;
    }
    const type = TYPES[extname(name).toLowerCase()] ?? '';
    return { content, type: type === 'text/html' ? typeOf(content, type) : type };
  };
  return {
    start: ORIGIN + page,
    isSinglePage: false,
    find(address) {
      const name = nameIn(address);
      if (name === undefined || !names.has(name)) return undefined;
      const resource = read.get(name) ?? readFileOf(name);
      if (resource) read.set(name, resource);
      return resource;
    },
  };
}

const depth = (name: string) => name.split('/').length - 1;

/** The file for an address; undefined where it is not of the site. */
function nameIn(address: string): string | undefined {
  if (!address.startsWith(ORIGIN)) return undefined;
  try {
    const name = decodeURIComponent(address.slice(ORIGIN.length).replace(/\?.*$/s, ''));
    return name === '' || name.endsWith('/') ? `${name}${PAGE}` : name;
  } catch {
    return undefined;
  }
}
