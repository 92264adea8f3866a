import type { Block } from '../blocks/block.ts';
import { writeEntry } from './list-entry.ts';
import type { NumberedList } from './numbered-lists.ts';
import { writePicture } from './odt-picture.ts';
import type { OdtPlace } from './odt-place.ts';
import { writeTable } from './odt-table.ts';

/**
 * A block as OpenDocument text.
 * @param list the list that counts it, if one does
 */
export function writeBlock(block: Block, place: OdtPlace, list?: NumberedList): string {
  if (block.kind === 'paragraph') return writeEntry(block, place, list);
  return block.kind === 'table' ? writeTable(block, place) : writePicture(block, place);
}
