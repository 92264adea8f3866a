const SIDE = 8;

const int = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);
const float = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);

/** An attribute of an OpenEXR file. */
export function exrAttribute(name: string, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0${type}\0`), int(value.length), value]);
}

/** The attribute that says what red, green, blue and white are: a place (x, y) of each. */
export function exrChromaticities(...places: number[]): Buffer {
  return exrAttribute('chromaticities', 'chromaticities', float(...places));
}

/**
 * An OpenEXR file of 8 rows of 8 pixels that get brighter from the top down, of which is shown what begins at a place; its
 * samples are whole numbers (0), halves (1), or of 32 bits (2). Of light that is given for each channel, it is all made.
 */
export function openExr({
  upwards = false,
  packing = 0,
  kind = 2,
  names = ['B', 'G', 'R'],
  white = 1,
  at = 0,
  light = {} as Readonly<Record<string, number>>,
  further = [] as readonly Buffer[],
} = {}): Buffer {
  const window = int(0, 0, SIDE - 1, SIDE - 1);
  const Samples = kind === 1 ? Float16Array : Float32Array;
  const bytes = Samples.BYTES_PER_ELEMENT;
  const channel = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), int(kind, 0, 1, 1)]);
  const header = Buffer.concat([
    int(20000630, 2),
    exrAttribute('channels', 'chlist', Buffer.concat([...names.map(channel), Buffer.alloc(1)])),
    exrAttribute('compression', 'compression', Buffer.from([packing])),
    exrAttribute('dataWindow', 'box2i', window),
    exrAttribute('displayWindow', 'box2i', int(at, at, at + SIDE - 1, at + SIDE - 1)),
    exrAttribute('lineOrder', 'lineOrder', Buffer.from([Number(upwards)])),
    exrAttribute('pixelAspectRatio', 'float', float(1)),
    exrAttribute('screenWindowCenter', 'v2f', int(0, 0)),
    exrAttribute('screenWindowWidth', 'float', float(1)),
    ...further,
    Buffer.alloc(1),
  ]);
  const samples = (y: number) => names.flatMap((name) => Array<number>(SIDE).fill(light[name] ?? (white * y) / SIDE));
  const row = (y: number) =>
    Buffer.concat([int(y, SIDE * bytes * names.length), Buffer.from(Samples.from(samples(y)).buffer)]);
  const order = Array.from({ length: SIDE }, (_, y) => (upwards ? SIDE - 1 - y : y));
  const table = Buffer.alloc(SIDE * 8);
  for (const [place, y] of order.entries())
    table.writeBigUInt64LE(BigInt(header.length + table.length + place * row(0).length), y * 8);
  return Buffer.concat([header, table, ...order.map(row)]);
}
