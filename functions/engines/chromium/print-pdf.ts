import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import { invalidOption, type Options } from '../../conversion/options.ts';
import type { EngineJob } from '../engine.ts';
import { PAPERS, type PaperName } from '../options/page-layout.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { DevToolsError } from './browser.ts';
import { fittingScale } from './fitting-scale.ts';
import type { Page } from './page.ts';
import { LIMITS } from './page-limits.ts';
import { marginsOf, pageStyle } from './page-style.ts';
import { ORIGIN } from './site.ts';
import { INCH, PIXELS } from './units.ts';

/** The browser's default margin, in inches. */
const MARGIN = 0.4;
/** An empty header or footer. */
const NOTHING = '<span></span>';
/** How many bytes of the PDF file are read at a time. */
const CHUNK = 1024 * 1024;

/** How a link to a file beside the page begins, as the browser writes it. */
const LINK = `/URI (${ORIGIN}`;
const LONGEST_LINK = 8192;
const ESCAPE = 0x5c; // \\

/** A script that adds a style sheet. */
const adopt = (style: string) => `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(style)});
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return true;
})()`;

/** A script that finds out whether the page is empty, as far as that shows without rendering it, and how tall it is. */
const CONTENT = `(() => {
  const root = document.documentElement;
  const drawn = 'img,svg,canvas,video,iframe,object,embed,input,button,select,textarea,progress,meter,hr,math,style,link,[style],[background],[bgcolor],table[border]';
  return {
    empty: !root || (!/\\S/.test(root.innerText ?? root.textContent) && !document.querySelector(drawn)),
    hasParserError: !!document.querySelector('parsererror'),
    height: root ? Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0) : 0,
  };
})()`;

/** What a page shows. */
export interface PageContent {
  readonly empty: boolean;
  /** Whether the browser shows an XML error. */
  readonly hasParserError: boolean;
  /** In CSS pixels. */
  readonly height: number;
}

/** Checks the content of a page. @throws ConversionError UNREADABLE_FILE where it is empty, TOO_COMPLEX where it is too tall */
export async function checkContent(page: Page): Promise<PageContent> {
  const look = await page.evaluate<PageContent>(CONTENT);
  if (look.empty) throw unreadableFile('There is nothing on the page.');
  if (look.height > LIMITS.height) throw tooTall();
  return look;
}

function tooTall(): ConversionError {
  return tooComplex('The page is too tall to be printed. Divide it first.');
}

/**
 * Prints a page.
 * @returns the path of the PDF file, in the job's folder
 * @throws ConversionError
 */
export async function printPdf(
  page: Page,
  { options, folder }: Pick<EngineJob, 'options' | 'folder'>,
): Promise<string> {
  const style = pageStyle(options);
  if (style !== undefined) await page.evaluate(adopt(style));
  const paper = paperOf(options);
  const isSingle = options.single_page === true;
  const layout = isSingle ? await onePage(page, paper, options) : { ...paper, ...marginsInInches(options) };
  const hasOwnSize = !isSingle && (options.prefer_css_page_size ?? !hasPaperOption(options));
  // Else the browser turns the paper as the page's own rule has it.
  if (!hasOwnSize)
    await page.evaluate(adopt(`@page { size: ${layout.paperWidth}in ${layout.paperHeight}in !important; }`));
  const { header_html: header = NOTHING, footer_html: footer = NOTHING } = options;
  const asked = {
    ...layout,
    scale:
      isSingle || options.scale !== undefined
        ? scaleOf(options)
        : await fittingScale(page, layout.paperWidth - layout.marginLeft - layout.marginRight),
    printBackground: options.print_background ?? true,
    preferCSSPageSize: hasOwnSize,
    displayHeaderFooter: header !== NOTHING || footer !== NOTHING,
    headerTemplate: header,
    footerTemplate: footer,
    generateTaggedPDF: options.tagged ?? true,
    generateDocumentOutline: options.outline ?? false,
    transferMode: 'ReturnAsStream',
  };
  const { stream } = await page.draw<{ stream: string }>('Page.printToPDF', asked).catch((error: unknown) => {
    if (!(error instanceof DevToolsError)) throw error;
    if (/invalid print parameters|content area is empty/.test(error.message))
      throw invalidOption('The margins leave no room for the page. Make them smaller, or the paper larger.');
    // The process that was to lay it out on paper has no memory left, or has crashed.
    if (/Printing failed/.test(error.message))
      throw tooComplex('The page is too large to be printed. Divide it first.');
    throw error;
  });
  const path = join(folder, 'result.pdf');
  await writeStream(page, stream, path);
  await keepLinksRelative(path);
  return path;
}

/**
 * Makes links to files beside the page relative, as they are on it. Space may follow a string (ISO 32000-1, 7.2.2), so that
 * no object moves.
 */
async function keepLinksRelative(path: string): Promise<void> {
  const pdf = await readFile(path);
  const first = pdf.indexOf(LINK);
  for (let at = first; at >= 0; at = pdf.indexOf(LINK, at + 1)) {
    const link = pdf.subarray(at + LINK.length - ORIGIN.length, at + LONGEST_LINK);
    let end = link.indexOf(')') + 1;
    while (link[end - 2] === ESCAPE) end = link.indexOf(')', end) + 1;
    if (end > 0) link.copyWithin(0, ORIGIN.length, end).fill(' ', end - ORIGIN.length, end);
  }
  if (first >= 0) await writeFile(path, pdf);
}

interface PaperSize {
  readonly paperWidth: number;
  readonly paperHeight: number;
}

type Layout = PaperSize & ReturnType<typeof marginsInInches>;

/** The size of the paper that options ask for, in inches. */
export function paperOf({ page_size: name = 'letter', page_width, page_height, orientation }: Options): PaperSize {
  const [short, long] = PAPERS[name as PaperName];
  const [width, height] = [Number(page_width ?? short) / INCH, Number(page_height ?? long) / INCH];
  const isTurned = orientation !== undefined && (orientation === 'landscape') !== width > height;
  return isTurned ? { paperWidth: height, paperHeight: width } : { paperWidth: width, paperHeight: height };
}

function hasPaperOption(options: Options): boolean {
  return ['page_size', 'page_width', 'page_height', 'orientation'].some((name) => options[name] !== undefined);
}

function scaleOf({ scale = 1 }: Options): number {
  if (Number(scale) < 0.1 || Number(scale) > 2)
    throw invalidOption(`The option "scale" must be from 0.1 to 2 for a web page, not ${scale}.`);
  return Number(scale);
}

/** Margins in inches. */
function marginsInInches(options: Options) {
  const margins = marginsOf(options);
  const inches = (side: keyof typeof margins) => (margins[side] === undefined ? MARGIN : margins[side] / INCH);
  return {
    marginTop: inches('top'),
    marginRight: inches('right'),
    marginBottom: inches('bottom'),
    marginLeft: inches('left'),
  };
}

/** A paper size that holds all of the page. */
async function onePage(page: Page, paper: PaperSize, options: Options): Promise<Layout> {
  const margins = marginsInInches(options);
  const { marginTop, marginRight, marginBottom, marginLeft } = margins;
  await page.evaluate(
    adopt(
      `@page { margin: ${[marginTop, marginRight, marginBottom, marginLeft].map((inches) => `${inches}in`).join(' ')} !important; }
       * { break-before: auto !important; break-after: auto !important; page: auto !important; }`,
    ),
  );
  const width = Math.floor(((paper.paperWidth - marginLeft - marginRight) / scaleOf(options)) * PIXELS);
  if (width < 1) throw invalidOption('The margins leave no room for the page. Make them smaller, or the paper larger.');
  await page.resize({ width, height: 1 });
  const { height } = await checkContent(page);
  // One more pixel, so that rounding does not make a second page.
  const paperHeight = ((height + 1) / PIXELS) * scaleOf(options) + marginTop + marginBottom;
  if (paperHeight > LIMITS.paperInches) throw tooTall();
  return { ...margins, paperWidth: paper.paperWidth, paperHeight };
}

async function writeStream(page: Page, handle: string, path: string): Promise<void> {
  await using file = await open(path, 'wx');
  let written = 0;
  let last = Buffer.alloc(0);
  for (let isEnd = false; !isEnd; ) {
    const { data, eof, base64Encoded } = await page.send<{ data: string; eof: boolean; base64Encoded?: boolean }>(
      'IO.read',
      { handle, size: CHUNK },
    );
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
    written += chunk.length;
    if (written > LIMITS.pdf)
      throw tooComplex(`The result would be larger than ${LIMITS.pdf / 1_000_000} MB. Divide the page first.`);
    await file.write(chunk);
    last = Buffer.concat([last, chunk]).subarray(-16);
    isEnd = eof;
  }
  if (!last.toString('latin1').includes('%%EOF')) throw new Error('the browser did not write the end of a PDF file');
}
