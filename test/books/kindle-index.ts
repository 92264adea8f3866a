const HEADER = 192;

/** A tag of an index: its number, how many values it has each time, and its bits in the first byte of an entry. */
export type Tag = readonly [tag: number, values: number, mask: number];

/** An entry of an index: its name, the byte that says which tags follow, and the values of all of them. */
export type Entry = readonly [name: string, control: number, values: readonly number[]];

/** An index of a Kindle book: a record that describes it, one with its entries, and one with texts that they point to. */
export function kindleIndex(tags: readonly Tag[], entries: readonly Entry[], texts: readonly string[] = []): Buffer[] {
  const notes = texts.length > 0 ? [Buffer.concat(texts.map(withLength))] : [];
  return [describing(tags, entries.length, notes.length), holding(entries), ...notes];
}

/** Where each text lies among the texts. */
export function placesOf(texts: readonly string[]): number[] {
  return texts.map((_, index) => texts.slice(0, index).reduce((sum, text) => sum + withLength(text).length, 0));
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([variable(bytes.length), bytes]);
}

/** Numbers of seven bits a byte, the last one marked. */
function variable(number: number): Buffer {
  const bytes = [(number & 0x7f) | 0x80];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift(rest & 0x7f);
  return Buffer.from(bytes);
}

function header(fields: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.alloc(HEADER);
  bytes.write('INDX');
  bytes.writeUInt32BE(HEADER, 4);
  bytes.writeUInt32BE(65001, 28);
  bytes.writeUInt32BE(0xffffffff, 32);
  for (const [at, value] of Object.entries(fields)) bytes.writeUInt32BE(value, Number(at));
  return bytes;
}

function describing(tags: readonly Tag[], count: number, notes: number): Buffer {
  const rows = [...tags.map(([tag, values, mask]) => [tag, values, mask, 0]), [0, 0, 0, 1]];
  const table = Buffer.alloc(12 + 4 * rows.length);
  table.write('TAGX');
  table.writeUInt32BE(table.length, 4);
  table.writeUInt32BE(1, 8);
  for (const [index, row] of rows.entries()) table.set(row, 12 + 4 * index);
  const last = Buffer.concat([Buffer.from([1]), Buffer.from('0'), Buffer.from([0, count])]);
  const places = HEADER + table.length + last.length;
  const end = Buffer.concat([
    Buffer.from('IDXT'),
    Buffer.from([(HEADER + table.length) >> 8, (HEADER + table.length) & 0xff]),
  ]);
  return Buffer.concat([header({ 16: 2, 20: places, 24: 1, 36: count, 52: notes, 180: HEADER }), table, last, end]);
}

function holding(entries: readonly Entry[]): Buffer {
  const bodies = entries.map(([name, control, values]) =>
    Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([control]), ...values.map(variable)]),
  );
  const places = Buffer.alloc(4 + 2 * bodies.length);
  places.write('IDXT');
  let at = HEADER;
  for (const [index, body] of bodies.entries()) {
    places.writeUInt16BE(at, 4 + 2 * index);
    at += body.length;
  }
  return Buffer.concat([header({ 12: 1, 20: at, 24: entries.length }), ...bodies, places]);
}
