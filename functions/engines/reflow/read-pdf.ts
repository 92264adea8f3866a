import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Block, Paragraph } from '../office/pdf/blocks/block.ts';
import { blocksOfPage } from '../office/pdf/blocks/blocks-of-page.ts';
import { joinLines } from '../office/pdf/blocks/build-paragraphs.ts';
import { hasText, type Page, textOf } from '../office/pdf/page.ts';
import { pagesOfPdf } from '../office/pdf/pages-of-pdf.ts';
import { isContinued, joined as joinedTables } from '../office/pdf/tables/find-tables.ts';
import { OWN_PICTURES } from '../pandoc/filters.ts';
import { type Tree, treeOf } from '../pandoc/tree.ts';
import { noWordsFound } from '../refusals.ts';
import { treeOfBlocks } from './tree-of-blocks.ts';

/** The end of a sentence. */
const END = /[.!?:;\u2026\u3002\uff01\uff1f"'\u201d\u2019)\]]\s*$/u;

/**
 * Reads a PDF file as a document: paragraphs, lists and tables in reading order, headings by font size and weight, and
 * pictures. Headers, footers and backgrounds are left out.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION as `inLogicalOrder`
 */
export async function readPdf(job: EngineJob): Promise<Tree> {
  const pages = await pagesOfPdf(job, false);
  if (!pages.some(hasText)) throw noWordsFound();
  const blocks = joinPages(pages.map((page) => blocksOfPage(withoutHeadersAndFooters(page))));
  const pictures = await takePictures(blocks, job.folder);
  return treeOf(treeOfBlocks(blocks, (path) => pictures.get(path)));
}

/** Removes headers, footers and page numbers, since the text has no pages. */
function withoutHeadersAndFooters(page: Page): Page {
  const lines = page.lines.filter(({ furniture }) => !furniture);
  return { ...page, lines };
}

async function takePictures(blocks: readonly Block[], folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const path of blocks.flatMap(picturesIn)) {
    if (places.size === 0) await mkdir(join(folder, OWN_PICTURES));
    const place = `${OWN_PICTURES}/picture-${places.size + 1}.png`;
    await copyFile(path, join(folder, place));
    places.set(path, place);
  }
  return places;
}

/** The files of the pictures that a block is, or has in its text. */
function picturesIn(block: Block): string[] {
  if (block.kind === 'picture') return [block.path];
  const cells = block.kind === 'table' ? block.rows.flat() : [block];
  return cells.flatMap(({ runs }) => runs.flatMap(({ picture }) => picture?.path ?? []));
}

/** Joins the blocks of pages, and paragraphs and tables that continue over the end of a page or column. */
function joinPages(pages: readonly (readonly Block[])[]): Block[] {
  const joined: Block[] = [];
  for (const page of pages) {
    for (const [index, block] of page.entries()) {
      const [above, last] = [page[index - 1], joined.at(-1)];
      const begins = !above || block.top < above.top;
      if (begins && last?.kind === 'paragraph' && block.kind === 'paragraph' && goesOn(last, block))
        joined[joined.length - 1] = { ...last, runs: joinLines([last, block]) };
      else if (begins && last?.kind === 'table' && block.kind === 'table' && isContinued(last, block))
        joined[joined.length - 1] = joinedTables(last, block);
      else joined.push(block);
    }
  }
  return joined;
}

function goesOn(above: Paragraph, below: Paragraph): boolean {
  const [end, beginning] = [textOf(above), textOf(below)];
  const same = above.runs.at(-1)?.font.size === below.runs[0]?.font.size;
  return same && end.length > 40 && !END.test(end) && /^\s*\p{Ll}/u.test(beginning);
}
