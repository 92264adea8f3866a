import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Block, Paragraph } from '../office/pdf/blocks/block.ts';
import { blocksOfPage } from '../office/pdf/blocks/blocks-of-page.ts';
import { CAPTION, hasText, type Page, textOf, withFormulas } from '../office/pdf/page.ts';
import { pagesOfPdf } from '../office/pdf/pages-of-pdf.ts';
import { isContinued, joined as joinedTables } from '../office/pdf/tables/find-tables.ts';
import { runsOf } from '../office/pdf/words/join-words.ts';
import { OWN_PICTURES } from '../pandoc/filters.ts';
import { type Tree, treeOf } from '../pandoc/tree.ts';
import { noWordsFound } from '../refusals.ts';
import { treeOfBlocks } from './tree-of-blocks.ts';

/** The longest text that is a line of its own, in characters. */
const SHORT = 40;

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
  // A book has room for formulas as they look; texts are read by programs as well.
  const shown = job.targetFormat === 'epub' ? pages : pages.map(withFormulas);
  const blocks = joinPages(shown.map((page) => blocksOfPage(withoutHeadersAndFooters(page))));
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
  // The last block that is not set apart from the text, and whether a column began since.
  let [open, begun] = [-1, true];
  for (const page of pages) {
    for (const [index, block] of page.entries()) {
      const [above, last, text] = [page[index - 1], joined.at(-1), unfinished(joined[open])];
      const begins = !above || block.top < above.top;
      begun ||= begins;
      if (begun && text && block.kind === 'paragraph' && goesOn(text, block)) {
        joined[open] = { ...text, runs: runsOf([text, block]) };
        begun = false;
      } else if (begins && last?.kind === 'table' && block.kind === 'table' && isContinued(last, block))
        joined[joined.length - 1] = joinedTables(last, block);
      else {
        joined.push(block);
        const near = page.slice(Math.max(0, index - CAPTIONED), index + CAPTIONED + 1);
        if (!text || !isFloat(block, near, text)) [open, begun] = [joined.length - 1, false];
      }
    }
  }
  return joined;
}

/** How many blocks a caption is from its picture or table at most. */
const CAPTIONED = 2;

/** Whether a block is set apart from the text: what has a caption, captions, footnotes and the like. */
function isFloat(block: Block, around: readonly Block[], text: Paragraph): boolean {
  if (block.kind !== 'paragraph') return around.some(isCaption);
  return isCaption(block) || (block.level === undefined && block.runs[0]?.font.size !== text.runs[0]?.font.size);
}

const isCaption = (block: Block) => block.kind === 'paragraph' && CAPTION.test(textOf(block));

/** A block that is a paragraph and ends within a sentence. */
function unfinished(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== 'paragraph' || block.level !== undefined) return undefined;
  const text = textOf(block);
  return text.length > SHORT && !END.test(text) ? block : undefined;
}

function goesOn(above: Paragraph, below: Paragraph): boolean {
  const same = above.runs.at(-1)?.font.size === below.runs[0]?.font.size;
  return same && /^\s*\p{Ll}/u.test(textOf(below));
}
