import type { Block } from '../blocks/block.ts';
import { writeEntry } from './list-entry.ts';
import { writePicture } from './odt-picture.ts';
import type { OdtPlace } from './odt-place.ts';
import { writeTable } from './odt-table.ts';

/** A block as OpenDocument text. */
export function writeBlock(block: Block, place: OdtPlace): string {
  if (block.kind === 'paragraph') return writeEntry(block, place);
  return block.kind === 'table' ? writeTable(block, place) : writePicture(block, place);
}
