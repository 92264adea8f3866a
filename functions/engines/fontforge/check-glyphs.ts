import { unreadable } from './refusals.ts';

/**
 * Checks that the outlines of a TrueType font lie within it.
 * @param format of the offsets in `loca`: 0 for two bytes, 1 for four
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkGlyphs(glyf: Buffer, loca: Buffer, count: number, format: number): void {
  const width = format === 0 ? 2 : 4;
  if ((format !== 0 && format !== 1) || loca.length < (count + 1) * width) throw unreadable('offsets of outlines');
  const offsetOf = (index: number) => (width === 2 ? loca.readUInt16BE(index * 2) * 2 : loca.readUInt32BE(index * 4));
  for (let index = 0; index < count; index++) {
    const [start, end] = [offsetOf(index), offsetOf(index + 1)];
    if (start > end || end > glyf.length) throw unreadable(`an outline from ${start} to ${end}`);
  }
}
