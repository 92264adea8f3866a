import opentype from 'opentype.js';
import {
  type FontName,
  type LineHeight,
  nameTable,
  readTables,
  tableOf,
  writeFont,
  writeHeights,
  writeWidth,
} from './sfnt.ts';

/** What becomes of a font that takes the place of another whose letters are smaller or larger. */
export interface Scaling extends FontName, LineHeight {
  /** How large its letters become; 1 leaves them as they are. */
  readonly scale: number;
  /** The width of a space, in thousandths of the font size, where it does not follow from the letters. */
  readonly space?: number;
}

const MOST_UNITS = 16_384;

/**
 * A TrueType font with the same outlines and rules for joining letters, at another size, under another name. Only its grid
 * changes: what fonts of Arabic or Thai say of letters that touch each other is lost by programs that write outlines anew.
 */
export function scaleFont(data: Buffer, scaling: Scaling): Buffer {
  const font = opentype.parse(new Uint8Array(data).buffer);
  const tables = readTables(data);
  const units = Math.round(font.unitsPerEm / scaling.scale);
  if (units > MOST_UNITS) throw new RangeError(`${scaling.family}: a font has at most ${MOST_UNITS} units.`);
  tableOf(tables, 'head').writeUInt16BE(units, 18);
  writeHeights(tables, scaling, units);
  if (scaling.space !== undefined) writeWidth(tables, font.charToGlyph(' ').index, scaling.space, units);
  tables.set('name', nameTable(scaling, font.names));
  // A signature of what it was before.
  tables.delete('DSIG');
  return writeFont(tables);
}
