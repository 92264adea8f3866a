/** A group of a DXF file: its code, and its value. */
export type Group = readonly [code: number, value: string | number];

/** What a drawing of a test has beside its entities. */
interface Parts {
  /** Layers that are off (a negative color) or frozen (1). */
  readonly layers?: readonly { readonly name: string; readonly color?: number; readonly flags?: number }[];
  readonly blocks?: Readonly<Record<string, readonly Group[]>>;
  /** A number of a unit: 1 inches, 4 millimetres, 6 metres. */
  readonly units?: number;
  /** AC1015 is that of AutoCAD 2000. @default that of AutoCAD 12 */
  readonly version?: string;
}

const section = (name: string, groups: readonly Group[]): Group[] => [
  [0, 'SECTION'],
  [2, name],
  ...groups,
  [0, 'ENDSEC'],
];

/** A drawing in the plain form of AutoCAD 12, which later versions read as well. */
export function dxfGroups(
  entities: readonly Group[],
  { layers = [], blocks = {}, units, version = 'AC1009' }: Parts = {},
): Group[] {
  const header: Group[] =
    units === undefined
      ? []
      : [
          [9, '$INSUNITS'],
          [70, units],
        ];
  const table = layers.flatMap(({ name, color = 7, flags = 0 }): Group[] => [
    [0, 'LAYER'],
    [2, name],
    [70, flags],
    [62, color],
    [6, 'CONTINUOUS'],
  ]);
  const defined = Object.entries(blocks).flatMap(([name, content]): Group[] => [
    ...([
      [0, 'BLOCK'],
      [8, '0'],
      [2, name],
      [70, 0],
      [10, 0],
      [20, 0],
      [30, 0],
      [3, name],
    ] as const),
    ...content,
    ...([
      [0, 'ENDBLK'],
      [8, '0'],
    ] as const),
  ]);
  return [
    ...section('HEADER', [[9, '$ACADVER'], [1, version], ...header]),
    ...section('TABLES', [[0, 'TABLE'], [2, 'LAYER'], [70, layers.length], ...table, [0, 'ENDTAB']]),
    ...section('BLOCKS', defined),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ];
}

export function dxf(entities: readonly Group[], parts: Parts = {}): Buffer {
  return Buffer.from(
    dxfGroups(entities, parts)
      .map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`)
      .join(''),
  );
}

/** The same in binary: codes of a byte, numbers by what their code says. */
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

export const line = ([x, y]: readonly number[], [toX, toY]: readonly number[], layer = '0', color = 256): Group[] => [
  ...([
    [0, 'LINE'],
    [8, layer],
    [62, color],
    [10, x ?? 0],
    [20, y ?? 0],
    [30, 0],
  ] as const),
  ...([
    [11, toX ?? 0],
    [21, toY ?? 0],
    [31, 0],
  ] as const),
];

/** A filled square. */
export const square = (x: number, y: number, side: number, color: number): Group[] => [
  ...([
    [0, 'SOLID'],
    [8, '0'],
    [62, color],
  ] as const),
  ...[
    [x, y],
    [x + side, y],
    [x, y + side],
    [x + side, y + side],
  ].flatMap(([atX = 0, atY = 0], corner): Group[] => [
    [10 + corner, atX],
    [20 + corner, atY],
    [30 + corner, 0],
  ]),
];

export const text = (words: string, x = 0, y = 0, height = 10): Group[] => [
  ...([
    [0, 'TEXT'],
    [8, '0'],
    [10, x],
    [20, y],
    [30, 0],
    [40, height],
    [1, words],
  ] as const),
];

export const insert = (block: string, counts: readonly Group[] = []): Group[] => [
  ...([
    [0, 'INSERT'],
    [8, '0'],
    [2, block],
    [10, 0],
    [20, 0],
    [30, 0],
  ] as const),
  ...counts,
];
