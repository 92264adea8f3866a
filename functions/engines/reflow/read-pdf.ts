import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Block } from '../office/pdf/blocks/block.ts';
import { blocksOfPage } from '../office/pdf/blocks/blocks-of-page.ts';
import { hasText, type Page } from '../office/pdf/page.ts';
import { pagesOfPdf } from '../office/pdf/pages-of-pdf.ts';
import { OWN_PICTURES } from '../pandoc/filters.ts';
import { type Tree, treeOf } from '../pandoc/tree.ts';
import { noWordsFound } from '../refusals.ts';
import { joinPages } from './join-pages.ts';
import { treeOfBlocks } from './tree-of-blocks.ts';

/**
 * Reads a PDF file as a document: paragraphs, lists and tables in reading order, headings by font size and weight, and
 * pictures. Headers, footers and backgrounds are left out.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION as `inLogicalOrder`
 */
export async function readPdf(job: EngineJob): Promise<Tree> {
  const pages = await pagesOfPdf(job, false);
  if (!pages.some(hasText)) throw noWordsFound();
  const blocks = joinPages(pages.map((page) => blocksOfPage(withoutFurniture(page))));
  const pictures = await takePictures(blocks, job.folder);
  return treeOf(treeOfBlocks(blocks, (path) => pictures.get(path)));
}

/** Removes headers, footers and page numbers, since the text has no pages. */
function withoutFurniture(page: Page): Page {
  const lines = page.lines.filter(({ furniture }) => !furniture);
  return { ...page, lines };
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
