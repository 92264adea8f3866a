import { areaOf, around, type Box, type Page, sharedArea } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import type { Block } from './block.ts';
import { buildBlocks } from './build-blocks.ts';
import { buildParagraphs } from './build-paragraphs.ts';
import { boxesOf, dividePage, isRegion } from './divide-page.ts';

/** The paragraphs, tables and pictures of a page in reading order, without its background. */
export function blocksOfPage(page: Page): Block[] {
  const among = page.pictures.filter(({ behind }) => !behind);
  const boxes = [...page.lines, ...among, ...page.tables];
  if (boxes.length === 0) return [];
  const body = around(boxes);
  const blocks = dividePage({ ...page, pictures: among }).flatMap((part) => {
    if (isRegion(part)) return buildBlocks(part, body);
    return part.columns.flatMap((regions) => {
      const edges = around(boxesOf(regions));
      return regions.flatMap((region) => buildBlocks(region, edges));
    });
  });
  return withoutFrames(blocks.flatMap(withoutFrame));
}

/** The paragraphs in a table of one column, which is a frame around them. */
function withoutFrame(block: Block): Block[] {
  if (block.kind !== 'table' || block.columns.length > 1) return [block];
  return block.rows.flat().flatMap((cell) => buildParagraphs(joinRows(cell.lines), block));
}

/** Removes pictures that are the borders of a table. */
function withoutFrames(blocks: readonly Block[]): Block[] {
  const tables = blocks.filter(({ kind }) => kind === 'table');
  return blocks.filter((block) => block.kind !== 'picture' || !tables.some((table) => covers(block, table)));
}

/** Whether a box covers most of another. */
const covers = (box: Box, other: Box) => sharedArea(box, other) > areaOf(other) * 0.6;
