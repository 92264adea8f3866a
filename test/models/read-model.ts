type Corner = readonly number[];

/** The measures of a model, read without any code of the writers. */
export interface SeenModel {
  readonly triangles: number;
  readonly least: Corner;
  readonly greatest: Corner;
  /** Of the space that its surfaces enclose; negative where they face inwards. */
  readonly volume: number;
}

/** Measures a model by its triangles. */
function see(triangles: readonly (readonly Corner[])[]): SeenModel {
  const side = (choose: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => round(choose(...triangles.flat().map((corner) => corner[axis] ?? 0))));
  const volumes = triangles.map(([a = [], b = [], c = []]) => {
    const [[ax = 0, ay = 0, az = 0], [bx = 0, by = 0, bz = 0], [cx = 0, cy = 0, cz = 0]] = [a, b, c];
    return (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
  });
  const volume = round(volumes.reduce((sum, each) => sum + each, 0));
  return { triangles: triangles.length, least: side(Math.min), greatest: side(Math.max), volume };
}

const round = (value: number) => Math.round(value * 1000) / 1000 + 0;

export function readStl(bytes: Buffer): SeenModel {
  const count = bytes.readUInt32LE(80);
  const corner = (at: number) => [0, 4, 8].map((place) => bytes.readFloatLE(at + place));
  return see(Array.from({ length: count }, (_, index) => [12, 24, 36].map((place) => corner(84 + index * 50 + place))));
}

/** The area of all triangles of a binary STL file. */
export function areaOfStl(bytes: Buffer): number {
  let area = 0;
  for (let at = 84; at < bytes.length; at += 50) {
    const [a, b, c] = [12, 24, 36].map((place) => [0, 4, 8].map((axis) => bytes.readFloatLE(at + place + axis)));
    const [u, v] = [b, c].map((corner) => (corner ?? []).map((value, axis) => value - (a?.[axis] ?? 0)));
    const [[ux = 0, uy = 0, uz = 0] = [], [vx = 0, vy = 0, vz = 0] = []] = [u, v];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}
