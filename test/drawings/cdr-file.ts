const u16 = (...numbers: readonly number[]) => Buffer.from(Int16Array.from(numbers).buffer);
const u32 = (number: number) => Buffer.from(Uint32Array.of(number).buffer);

function chunk(name: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from(name), u32(content.length), content]);
}

const list = (kind: string, ...chunks: readonly Buffer[]) => chunk('LIST', Buffer.from(kind), ...chunks);

const RED_ID = 7;
const RECTANGLE = 1;
const [COORDINATES, FILL] = [0x1e, 0x14];
/** The lengths of the header of an object, and of what says where its parts lie. */
const [HEADER, RECTANGLE_SIZE] = [10, 6];

/** A rectangle from the middle of the page, in thousandths of an inch: its corners, and no rounding. */
function rectangle(width: number, height: number): Buffer {
  const fillAt = HEADER + RECTANGLE_SIZE;
  const offsetsAt = fillAt + 4;
  const typesAt = offsetsAt + 4;
  const parts = [u16(width, height, 0), u32(RED_ID), u16(HEADER, fillAt), u16(FILL, COORDINATES)];
  const object = chunk('loda', u16(typesAt + 4, 2, offsetsAt, typesAt, RECTANGLE), ...parts);
  return list('obj ', list('lgob', object));
}

/** A drawing of CorelDRAW 4: a page of four inches by two with red rectangles. */
export function cdr(rectangles: readonly (readonly [width: number, height: number])[]): Buffer {
  // A solid color of the kind CMYK, in percent.
  const red = chunk('fild', u32(RED_ID), u16(1, 0, 2, 0, 100, 100, 0, 0));
  const layer = list('gobj', list('layr', ...rectangles.map((size) => rectangle(...size))));
  const contents = [chunk('vrsn', u16(400)), list('doc ', chunk('mcfg', u16(4000, 2000)), red)];
  return chunk('RIFF', Buffer.from('CDR4'), ...contents, list('page', chunk('flgs', u32(0)), layer));
}
