import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertMail, isMail } from '../office/mail/convert-mail.ts';
import { choosePages } from '../options/choose-pages.ts';
import { isKindleBook } from '../pandoc/conversions.ts';
import { openBook } from '../pandoc/open-book.ts';
import { listPdf } from '../qpdf/join/list-pdf.ts';
import { planEncryption } from '../qpdf/plan-rewrite.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { BOOK_MARGIN, bookSites } from './book-site.ts';
import type { Browser } from './browser.ts';
import { convertDrawing } from './convert-drawing.ts';
import { fitElements } from './fit-elements.ts';
import { openSite } from './open-site.ts';
import { Page, type Viewport } from './page.ts';
import { checkContent, type PageContent, paperOf, printPdf } from './print-pdf.ts';
import { withBrowser } from './run-browser.ts';
import { type Site, siteOf } from './site.ts';
import { takePicture, viewportOf } from './take-picture.ts';
import { INCH, PIXELS } from './units.ts';

/** The size of letter paper, on which a page is laid out at first, in CSS pixels. */
const PAPER = { width: 816, height: 1056 };

/**
 * Converts a web page, or what can be made into one, to PDF or a picture.
 * @throws ConversionError
 */
export async function convertWeb(job: EngineJob): Promise<EngineResult> {
  if (isMail(job.sourceFormat)) return convertMail(job, convertWeb);
  if (job.sourceFormat === 'epub' || isKindleBook(job.sourceFormat))
    return { path: await finishPdf(await printBook(await openBook(job)), job), format: 'pdf' };
  if (job.sourceFormat === 'svg') return convertDrawing(job);
  const site = await openSite(job);
  return withBrowser((browser) => convertSite(job, site, browser));
}

/** Prints a book, a large one in parts. @returns the path of the PDF file */
async function printBook(job: EngineJob): Promise<string> {
  const parts: string[] = [];
  const options = { outline: true, ...job.options };
  for (const [index, site] of (await bookSites(job.sourcePath)).entries()) {
    const folder = join(job.folder, `part-${index}`);
    await mkdir(folder);
    const part = { ...job, options, folder };
    parts.push(await withBrowser((browser) => withPage(browser, site, part, (page) => printChapters(page, part))));
  }
  if (parts.length === 1) return parts[0] as string;
  const joined = join(job.folder, 'book.pdf');
  await runQpdf({ empty: '', outputFile: joined, pages: parts.map((file) => ({ file })) }, job.folder);
  return joined;
}

async function printChapters(page: Page, job: Pick<EngineJob, 'options' | 'folder'>): Promise<string> {
  const { margin_left: left = BOOK_MARGIN, margin_right: right = BOOK_MARGIN } = job.options;
  const width = Math.floor(((paperOf(job.options).paperWidth * INCH - Number(left) - Number(right)) / INCH) * PIXELS);
  if (width > 0) await fitElements(page, width);
  return await printPdf(page, job);
}

async function convertSite(job: EngineJob, site: Site, browser: Browser): Promise<EngineResult> {
  return withPage(browser, site, job, async (page, { hasParserError }) => {
    // XHTML that is not well-formed is shown as HTML.
    if (hasParserError && job.sourceFormat === 'xhtml')
      return await convertSite(
        { ...job, sourceFormat: 'html' },
        siteOf(await readFile(job.sourcePath), 'text/html'),
        browser,
      );
    if (job.targetFormat !== 'pdf') return await takePicture(page, job);
    return { path: await finishPdf(await printPdf(page, job), job), format: 'pdf' };
  });
}

/** Opens a page as the options ask, and closes it when it has been used. @throws ConversionError where it is empty */
async function withPage<T>(
  browser: Browser,
  site: Site,
  { options, targetFormat }: EngineJob,
  use: (page: Page, content: PageContent) => Promise<T>,
): Promise<T> {
  const shown: Viewport =
    targetFormat === 'pdf' ? { media: (options.media ?? 'print') as Viewport['media'], ...PAPER } : viewportOf(options);
  const page = await Page.open(browser, site, shown);
  try {
    await page.settle();
    await page.wait(options);
    return await use(page, await checkContent(page));
  } finally {
    await page.close();
  }
}

/** Chooses pages and encrypts the PDF file, which the browser cannot do. */
async function finishPdf(path: string, { options, folder }: EngineJob): Promise<string> {
  const pages =
    options.pages === undefined
      ? undefined
      : choosePages(String(options.pages), (await listPdf(path, folder)).listing.pages.length);
  const encrypt = planEncryption(options);
  if (!pages && !encrypt) return path;
  const finished = join(folder, 'finished.pdf');
  const chosen = pages && { pages: [{ file: '.', range: pages.join(',') }] };
  await runQpdf({ inputFile: path, outputFile: finished, ...chosen, ...(encrypt && { encrypt }) }, folder);
  return finished;
}
