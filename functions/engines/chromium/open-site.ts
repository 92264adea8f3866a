import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { quote } from '../../conversion/quote.ts';
import { type EngineJob, hasFormat } from '../engine.ts';
import { convertText } from '../pandoc/convert-text.ts';
import { READERS } from '../pandoc/readers.ts';
import { unreadableFile, unsupported } from '../refusals.ts';
import { mhtmlSite } from './mhtml-site.ts';
import { LIMITS, tooLarge } from './page-limits.ts';
import { PRINT_STYLE } from './print-style.ts';
import { ORIGIN, type PageType, type Site, siteOf } from './site.ts';
import { nameAt, TYPES, ZipFiles } from './zip-files.ts';

/**
 * Prepares a source as a site for the browser.
 * @throws ConversionError
 */
export async function openSite(job: EngineJob): Promise<Site> {
  const { sourcePath, sourceFormat: format } = job;
  if (format === 'mhtml') return mhtmlSite(await readPage(sourcePath), job.folder);
  if (format === 'zip') return zipSite(job);
  if (format === 'html' || format === 'xhtml')
    return siteOf(await readPage(sourcePath), TYPES[`.${format}`] as PageType);
  if (hasFormat(READERS, format))
    return siteOf(await pandocPage({ sourcePath, sourceFormat: format }, job), 'text/html');
  throw new Error(`no page of ${format}`);
}

async function readPage(path: string): Promise<Buffer> {
  if ((await stat(path)).size > LIMITS.page) throw tooLarge('page', LIMITS.page);
  return readFile(path);
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

/** A site in a zip, with its index.html at the top or in a folder there. */
async function zipSite({ sourcePath }: EngineJob): Promise<Site> {
  const files = await ZipFiles.open(sourcePath);
  const [page] = [...files.names]
    .filter((name) => posix.basename(name) === PAGE)
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  if (page === undefined || depth(page) > 1)
    throw unsupported(
      'There is no index.html in the zip. To join PDF files and pictures into one PDF file, set the option "merge" to true.',
    );
  return {
    start: ORIGIN + page,
    isSinglePage: false,
    find(address) {
      const name = nameAt(address);
      const file = files.send(name === '' || name?.endsWith('/') ? `${name}${PAGE}` : (name ?? ''));
      if (!file && name === page)
        throw unreadableFile(`${quote(PAGE)} in the zip cannot be read. Check it and try again.`);
      return file;
    },
  };
}

const depth = (name: string) => name.split('/').length - 1;
