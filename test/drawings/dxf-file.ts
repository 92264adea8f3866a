/** A group of a DXF file: its code, and its value. */
export type Group = readonly [code: number, value: string | number];

/** Options of a drawing. */
interface Parts {
  /** Layers that are off (a negative color) or frozen (1). */
  readonly layers?: readonly { readonly name: string; readonly color?: number; readonly flags?: number }[];
  readonly blocks?: Readonly<Record<string, readonly Group[]>>;
  /** A number of a unit: 1 inches, 4 millimetres, 6 metres. */
  readonly units?: number;
  /** AC1015 is that of AutoCAD 2000. @default that of AutoCAD 12 */
  readonly version?: string;
}

/** The groups of an entity of a type, from codes and values in turn. */
function groups(name: string, ...told: readonly (string | number)[]): Group[] {
  const pairs = Array.from(
    { length: told.length / 2 },
    (_, at): Group => [Number(told[2 * at]), told[2 * at + 1] ?? ''],
  );
  return [[0, name], ...pairs];
}

/** The codes and numbers of a point, of which an entity may have several. */
const point = (number: number, x = 0, y = 0) => [10 + number, x, 20 + number, y, 30 + number, 0];

const section = (name: string, content: readonly Group[]): Group[] => [
  ...groups('SECTION', 2, name),
  ...content,
  ...groups('ENDSEC'),
];

/** A drawing in the plain form of AutoCAD 12, which later versions read as well. */
function dxfGroups(
  entities: readonly Group[],
  { layers = [], blocks = {}, units, version = 'AC1009' }: Parts = {},
): Group[] {
  const unit: Group[] = units === undefined ? [] : [[9, '$INSUNITS'] as const, [70, units] as const];
  const table = layers.flatMap(({ name, color = 7, flags = 0 }) =>
    groups('LAYER', 2, name, 70, flags, 62, color, 6, 'CONTINUOUS'),
  );
  const defined = Object.entries(blocks).flatMap(([name, content]) => [
    ...groups('BLOCK', 8, '0', 2, name, 70, 0, ...point(0), 3, name),
    ...content,
    ...groups('ENDBLK', 8, '0'),
  ]);
  return [
    ...section('HEADER', [[9, '$ACADVER'], [1, version], ...unit]),
    ...section('TABLES', [...groups('TABLE', 2, 'LAYER', 70, layers.length), ...table, ...groups('ENDTAB')]),
    ...section('BLOCKS', defined),
    ...section('ENTITIES', entities),
    ...groups('EOF'),
  ];
}

export function dxf(entities: readonly Group[], parts: Parts = {}): Buffer {
  return Buffer.from(
    dxfGroups(entities, parts)
      .map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`)
      .join(''),
  );
}

/** The same in binary: codes of one byte, and values of the types that their codes have. */
export function binaryDxf(entities: readonly Group[], parts: Parts = {}): Buffer {
  const groups = dxfGroups(entities, parts).map(([code, value]) => {
    const number = Buffer.alloc(code < 60 ? 8 : 2);
    if (typeof value === 'string') return Buffer.from(`${String.fromCharCode(code)}${value}\0`, 'latin1');
    if (code < 60) number.writeDoubleLE(value);
    else number.writeInt16LE(value);
    return Buffer.concat([Buffer.from([code]), number]);
  });
  return Buffer.concat([Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1'), ...groups]);
}

export const line = ([x, y]: readonly number[], [toX, toY]: readonly number[], layer = '0', color = 256): Group[] =>
  groups('LINE', 8, layer, 62, color, ...point(0, x, y), ...point(1, toX, toY));

/** A filled square. */
export const square = (x: number, y: number, side: number, color: number): Group[] => {
  const near = [...point(0, x, y), ...point(1, x + side, y)];
  return groups('SOLID', 8, '0', 62, color, ...near, ...point(2, x, y + side), ...point(3, x + side, y + side));
};

export const text = (words: string, x = 0, y = 0, height = 10): Group[] =>
  groups('TEXT', 8, '0', ...point(0, x, y), 40, height, 1, words);

/** A block reference, or an array of it, with codes for the counts of columns (70) and rows (71) and their spacing (44, 45). */
export const insert = (block: string, ...counts: readonly number[]): Group[] =>
  groups('INSERT', 8, '0', 2, block, ...point(0), ...counts);

/** An entity of another type, as AutoCAD 2000 writes it. */
export const entity = (name: string, kind: string, ...more: readonly (string | number)[]): Group[] =>
  groups(name, 100, 'AcDbEntity', 8, '0', 100, kind, ...more);
