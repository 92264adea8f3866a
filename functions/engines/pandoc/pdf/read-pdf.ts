import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import type { Block } from '../../office/pdf/block.ts';
import { buildBlocks } from '../../office/pdf/build-blocks.ts';
import { dividePage, isRegion } from '../../office/pdf/divide-page.ts';
import { around, type Box, type Page } from '../../office/pdf/page.ts';
import { pagesOfPdf } from '../../office/pdf/pages-of-pdf.ts';
import { noText } from '../../poppler/no-text.ts';
import { OWN_PICTURES } from '../filters.ts';
import { type Tree, treeOf } from '../tree.ts';
import { headingSizes } from './heading-sizes.ts';
import { joinPages } from './join-pages.ts';
import { type Look, treeOfBlocks } from './tree-of-blocks.ts';

/**
 * Reads a PDF file as a document: paragraphs, lists and tables in the order in which they are read, headings by the size
 * of their letters, and pictures. What lies behind text is left out: it is ground, not content.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION for pages without text
 */
export async function readPdf(job: EngineJob): Promise<Tree> {
  const pages = await pagesOfPdf(job, false);
  if (pages.every(({ lines }) => lines.length === 0)) throw noText();
  const blocks = joinPages(pages.map((page) => withoutFrames(blocksOf(page))));
  const pictures = await takePictures(blocks, job.folder);
  const look: Look = { headings: headingSizes(blocks), pictureOf: (path) => pictures.get(path) };
  return treeOf(treeOfBlocks(blocks, look));
}

function blocksOf(page: Page): Block[] {
  const among = page.pictures.filter(({ behind }) => !behind);
  const boxes = [...page.lines, ...among];
  if (boxes.length === 0) return [];
  const body = boxes.reduce<Box>((all, box) => around([all, box]), boxes[0] as Box);
  return dividePage({ lines: page.lines, pictures: among }).flatMap((part) => {
    if (isRegion(part)) return buildBlocks(part, body);
    return part.columns.flatMap((regions) => {
      const side = regions.flatMap(({ lines, pictures }): Box[] => [...lines, ...pictures]);
      const edges = side.reduce<Box>((all, box) => around([all, box]), side[0] ?? body);
      return regions.flatMap((region) => buildBlocks(region, edges));
    });
  });
}

/** The lines around the cells of a table are drawn, but no picture. */
function withoutFrames(blocks: readonly Block[]): Block[] {
  const tables = blocks.filter(({ kind }) => kind === 'table');
  return blocks.filter((block) => block.kind !== 'picture' || !tables.some((table) => covers(block, table)));
}

/** Whether a box covers most of another. */
function covers(box: Box, other: Box): boolean {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  const area = (other.right - other.left) * (other.bottom - other.top);
  return width > 0 && height > 0 && width * height > area * 0.6;
}

async function takePictures(blocks: readonly Block[], folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const block of blocks) {
    if (block.kind !== 'picture') continue;
    if (places.size === 0) await mkdir(join(folder, OWN_PICTURES));
    const place = `${OWN_PICTURES}/picture-${places.size + 1}.png`;
    await copyFile(block.path, join(folder, place));
    places.set(block.path, place);
  }
  return places;
}
