import { boxesIn } from '../../read/boxes.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { unreadable } from '../unreadable.ts';
import { childOf, readBox, VERSION } from './heif-boxes.ts';

/** The most items whose properties are searched. */
const MOST_ITEMS = 10_000;

/**
 * The code of the transfer characteristics (ITU-T H.273) of the primary picture, or 0. Another item may declare another
 * one: a gain map makes HDR of an SDR picture, or the reverse. What is malformed declares none: libheif judges the file.
 */
export function transferOf(path: string): number {
  try {
    return declaredTransfer(path);
  } catch {
    return 0;
  }
}

function declaredTransfer(path: string): number {
  const meta = readBox(path, 'meta')?.subarray(VERSION);
  const pitm = childOf(meta, 'pitm');
  const properties = childOf(meta, 'iprp');
  const [all, associations] = [childOf(properties, 'ipco'), childOf(properties, 'ipma')];
  if (!pitm || !all || !associations) return 0;
  const id = ByteReader.of(pitm, unreadable);
  const indexes = propertiesOf(id.u8(0) === 0 ? id.u16be(VERSION) : id.u32be(VERSION), associations);
  const reader = ByteReader.of(all, unreadable);
  const boxes = [...boxesIn(reader)];
  for (const index of indexes) {
    const box = boxes[index - 1];
    // Primaries come before the transfer characteristics.
    if (box?.type === 'colr' && reader.text(box.from, 4) === 'nclx') return reader.u16be(box.from + 6);
  }
  return 0;
}

/** The indexes of an item's properties (ISO/IEC 23008-12, 9.3.1), which begin at 1. */
function propertiesOf(item: number, associations: Buffer): number[] {
  const reader = ByteReader.of(associations, unreadable);
  const idLength = reader.u8(0) === 0 ? 2 : 4;
  const length = (reader.u8(3) & 1) === 1 ? 2 : 1;
  let at = VERSION + 4;
  for (let left = Math.min(reader.u32be(VERSION), MOST_ITEMS); left > 0; left--) {
    const id = idLength === 2 ? reader.u16be(at) : reader.u32be(at);
    const [from, count] = [at + idLength + 1, reader.u8(at + idLength)];
    const indexAt = (place: number) => (length === 2 ? reader.u16be(place) & 0x7fff : reader.u8(place) & 0x7f);
    if (id === item) return Array.from({ length: count }, (_, index) => indexAt(from + index * length));
    at = from + count * length;
  }
  return [];
}
