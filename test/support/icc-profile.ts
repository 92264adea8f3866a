/** Primary colours as XYZ with the white of D50, of profiles in use. */
export const PRIMARIES = {
  srgb: [
    [0.436, 0.2225, 0.0139],
    [0.3851, 0.7169, 0.0971],
    [0.1431, 0.0606, 0.7141],
  ],
  p3: [
    [0.5151, 0.2412, -0.0011],
    [0.292, 0.6922, 0.0419],
    [0.1571, 0.0666, 0.7841],
  ],
  adobeRgb: [
    [0.6097, 0.3111, 0.0195],
    [0.2053, 0.6257, 0.0609],
    [0.1492, 0.0632, 0.7446],
  ],
  proPhoto: [
    [0.7977, 0.288, 0],
    [0.1352, 0.7119, 0],
    [0.0313, 0.0001, 0.8249],
  ],
} as const;

/** A profile of ICC version 2 with these primary colours, and one number as its gamma. */
export function makeProfile(primaries: readonly (readonly number[])[], gamma = 2.2, padding = 0): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', description('Test')],
    ['cprt', Buffer.from('text\0\0\0\0CC0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ...['rXYZ', 'gXYZ', 'bXYZ'].map((name, index): [string, Buffer] => [name, xyz(primaries[index] ?? [])]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve(gamma)]),
    ...(padding > 0 ? [['pad ', Buffer.alloc(padding)] satisfies [string, Buffer]] : []),
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  const contents: Buffer[] = [];
  let at = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    const entry = 4 + index * 12;
    table.write(name, entry, 'latin1');
    table.writeUInt32BE(at, entry + 4);
    table.writeUInt32BE(content.length, entry + 8);
    contents.push(Buffer.concat([content, Buffer.alloc(-content.length & 3)]));
    at += contents.at(-1)?.length ?? 0;
  }
  return Buffer.concat([header(at), table, ...contents]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02_40_00_00, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  xyz([0.9642, 1, 0.8249]).copy(bytes, 68, 8);
  return bytes;
}

function xyz(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 'latin1');
  values.forEach((value, index) => {
    bytes.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  });
  return bytes;
}

function curve(gamma: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.write('curv', 'latin1');
  bytes.writeUInt32BE(1, 8);
  bytes.writeUInt16BE(Math.round(gamma * 256), 12);
  return bytes;
}

function description(name: string): Buffer {
  const bytes = Buffer.alloc(12 + name.length + 1 + 78);
  bytes.write('desc', 'latin1');
  bytes.writeUInt32BE(name.length + 1, 8);
  bytes.write(name, 12, 'latin1');
  return bytes;
}
