import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { dictionaryAt, listPdf } from '../qpdf/join/list-pdf.ts';
import { updateObjects } from '../qpdf/update-objects.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { drawingText, drawnPages, isPrinted, withBothSides } from '../sharp/drawing/read-svg.ts';
import { checkSize } from '../sharp/limits.ts';
import { type Picture, sharpPicture } from '../sharp/picture.ts';
import { Page } from './page.ts';
import { LIMITS } from './page-limits.ts';
import { printPdf } from './print-pdf.ts';
import { withBrowser } from './run-browser.ts';
import { ORIGIN, type Site } from './site.ts';
import { takeScreenshot } from './take-picture.ts';
import { INCH, PIXELS } from './units.ts';

/** The namespace of SVG, without which a browser sees no drawing; resvg sees one. */
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
/** Points of PDF in a pixel of CSS. */
const POINTS = 0.75;
const DRAWING = `${ORIGIN}drawing.svg`;
/** As a picture of a page a drawing runs no scripts and loads nothing. What is fixed is on one page of paper only. */
const PAGE = Buffer.from(
  '<!doctype html><style>body{margin:0}img{position:fixed;inset:0 auto auto 0}</style><img src="drawing.svg">',
);
/** A script that finds the size of the drawing in CSS pixels; none where the browser cannot read it. */
const SIZE = `(() => {
  const [image] = document.images;
  const { width, height } = image.getBoundingClientRect();
  return image.naturalWidth > 0 ? { width, height } : { width: 0, height: 0 };
})()`;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Converts a drawing as a browser shows it: to PDF with its lines and words, or rendered as large as it is needed.
 * @throws ConversionError
 */
export async function convertDrawing(job: EngineJob): Promise<EngineResult> {
  const text = withBothSides(await drawingText(job.sourcePath), true);
  const content = Buffer.from(/\sxmlns=/.test(text) ? text : text.replace('<svg', `<svg ${NAMESPACE}`));
  return withBrowser(async (browser) => {
    const page = await Page.open(browser, siteOf(content), { media: 'screen', width: 800, height: 600 });
    try {
      await page.settle();
      const size = await page.evaluate<Size>(SIZE);
      if (!(size.width > 0 && size.height > 0))
        throw unreadableFile('The drawing is damaged, or has no size. Open it in a browser, and save it anew.');
      if (isPrinted(job.targetFormat, job.options)) return await print(page, size, job);
      let drawn = 0;
      const draw = async (zoom: number): Promise<Picture> => {
        const path = join(job.folder, `drawn-${drawn++}.png`);
        await writeFile(path, await drawAt(page, size, zoom));
        return sharpPicture(path);
      };
      return await convertPicture(job, async ({ target, options }) => drawnPages(draw, target, options));
    } finally {
      await page.close();
    }
  });
}

function siteOf(content: Buffer): Site {
  return {
    start: ORIGIN,
    isSinglePage: true,
    find(address) {
      if (address === ORIGIN) return { content: PAGE, type: 'text/html' };
      return address === DRAWING ? { content, type: 'image/svg+xml' } : undefined;
    },
  };
}

async function drawAt(page: Page, { width, height }: Size, zoom: number): Promise<Buffer> {
  const [across, down] = [Math.round(width * zoom), Math.round(height * zoom)];
  checkSize({ width: across, height: down, frames: 1 });
  if (Math.max(across, down) > LIMITS.side)
    throw tooComplex(`A drawing has at most ${LIMITS.side} pixels on a side. Choose a smaller size or scale.`);
  await page.resize({ width: Math.ceil(width), height: Math.ceil(height), scale: zoom });
  return takeScreenshot(page, { width, height }, true);
}

/** Prints a drawing on paper of its size, which is as large as paper of PDF at most. */
async function print(page: Page, size: Size, { options, folder }: EngineJob): Promise<EngineResult> {
  const most = (LIMITS.paperInches * PIXELS) / Math.max(size.width, size.height);
  const scale = Math.min(Number(options.scale ?? 1), most);
  const [width, height] = [size.width * scale, size.height * scale];
  await page.evaluate(
    `Object.assign(document.images[0].style, { width: '${width}px', height: '${height}px' }) !== undefined`,
  );
  const margins = { margin_top: 0, margin_right: 0, margin_bottom: 0, margin_left: 0 };
  const paper = { page_width: (width / PIXELS) * INCH, page_height: (height / PIXELS) * INCH };
  const printed = await printPdf(page, { options: { ...margins, ...paper, scale: 1, tagged: false }, folder });
  return { path: await cutPaper(printed, { width, height }, folder), format: 'pdf' };
}

/** Cuts the paper, whose sides the browser rounds up, to the size of the drawing, which is in the upper left corner. */
async function cutPaper(sourcePath: string, { width, height }: Size, folder: string): Promise<string> {
  const { pages, qpdf } = (await listPdf(sourcePath, folder)).listing;
  const reference = pages[0]?.object ?? '';
  const page = dictionaryAt(reference, qpdf[1]);
  const [, , , top] = page['/MediaBox'] as readonly number[];
  const box = [0, Number(top) - height * POINTS, width * POINTS, Number(top)];
  const changed = { [`obj:${reference}`]: { value: { ...page, '/MediaBox': box } } };
  return (await updateObjects({ sourcePath, folder }, qpdf, changed, 'drawing')).sourcePath;
}
