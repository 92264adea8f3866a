import { inflateSync } from 'node:zlib';

/** Reads a font, without any code of the writers. */
export class FontFile {
  readonly tables: ReadonlyMap<string, Buffer>;

  constructor(tables: ReadonlyMap<string, Buffer>) {
    this.tables = tables;
  }

  table(tag: string): Buffer {
    const table = this.tables.get(tag);
    if (!table) throw new Error(`there is no table ${tag}`);
    return table;
  }

  get glyphs(): number {
    return this.table('maxp').readUInt16BE(4);
  }

  widthOf(glyph: number): number {
    const count = this.table('hhea').readUInt16BE(34);
    return this.table('hmtx').readUInt16BE(Math.min(glyph, count - 1) * 4);
  }

  /** The glyphs of characters, of all tables of segments or groups together. */
  characters(): Map<number, number> {
    const [cmap, found] = [this.table('cmap'), new Map<number, number>()];
    for (let index = 0; index < cmap.readUInt16BE(2); index++) {
      const map = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
      const pairs = READERS[map.readUInt16BE(0)]?.(map) ?? [];
      for (const [character, glyph] of pairs) if (glyph !== 0) found.set(character, glyph);
    }
    return found;
  }

  /** The bounding box of a TrueType outline: left, bottom, right, top. */
  boundsOf(glyph: number): number[] {
    const [loca, long] = [this.table('loca'), this.table('head').readInt16BE(50) === 1];
    const at = long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
    return [2, 4, 6, 8].map((place) => this.table('glyf').readInt16BE(at + place));
  }
}

function* readSegments(map: Buffer): Generator<[number, number]> {
  const count = map.readUInt16BE(6) / 2;
  const at = (list: number, index: number) => 14 + list * count * 2 + (list > 0 ? 2 : 0) + index * 2;
  for (let index = 0; index < count; index++) {
    const [end, start, delta, range] = [0, 1, 2, 3].map((list) => map.readUInt16BE(at(list, index))) as [
      number,
      number,
      number,
      number,
    ];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const direct = range === 0 ? code : map.readUInt16BE(at(3, index) + range + (code - start) * 2);
      yield [code, direct === 0 ? 0 : (direct + delta) % 65_536];
    }
  }
}

function* readGroups(map: Buffer): Generator<[number, number]> {
  for (let at = 16; at < 16 + map.readUInt32BE(12) * 12; at += 12) {
    const [start, end, glyph] = [0, 4, 8].map((place) => map.readUInt32BE(at + place)) as [number, number, number];
    for (let code = start; code <= end; code++) yield [code, glyph + code - start];
  }
}

/** Readers by the format of a `cmap` subtable. */
const READERS: Readonly<Record<number, (map: Buffer) => Iterable<[number, number]>>> = {
  4: readSegments,
  12: readGroups,
};

/** A TrueType or OpenType file. */
export function readFont(bytes: Buffer): FontFile {
  return new FontFile(
    listed(bytes, 12, 16, bytes.readUInt16BE(4), (at) => {
      const [start, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      return bytes.subarray(start, start + length);
    }),
  );
}

/** A file of the first Web Open Font Format. */
export function readWoff(bytes: Buffer): FontFile {
  return new FontFile(
    listed(bytes, 44, 20, bytes.readUInt16BE(12), (at) => {
      const [start, packed, length] = [4, 8, 12].map((place) => bytes.readUInt32BE(at + place)) as [
        number,
        number,
        number,
      ];
      const content = bytes.subarray(start, start + packed);
      return packed === length ? content : inflateSync(content);
    }),
  );
}

/** An uncompressed Embedded OpenType file, which ends with the font. */
export function readEot(bytes: Buffer): FontFile {
  return readFont(bytes.subarray(bytes.readUInt32LE(0) - bytes.readUInt32LE(4)));
}

function listed(bytes: Buffer, start: number, step: number, count: number, read: (at: number) => Buffer) {
  const places = Array.from({ length: count }, (_, index) => start + index * step);
  return new Map(places.map((at) => [bytes.toString('latin1', at, at + 4), read(at)]));
}
