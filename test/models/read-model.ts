type Corner = readonly number[];

/** What can be seen of a model: an eye of its own, which shares no code with what writes models. */
export interface SeenModel {
  readonly triangles: number;
  readonly least: Corner;
  readonly greatest: Corner;
  /** Of what its surfaces enclose; negative when they look inwards. */
  readonly volume: number;
}

/** Looks at a model by its triangles. */
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

/** The triangles of a surface with any number of corners. */
const fan = ([first = 0, ...others]: readonly number[]) =>
  others.slice(1).map((corner, index) => [first, others[index] ?? 0, corner]);

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

export function readObj(text: string): SeenModel {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const corners = lines.filter(([word]) => word === 'v').map(([, ...numbers]) => numbers.slice(0, 3).map(Number));
  const sides = lines
    .filter(([word]) => word === 'f')
    .map(([, ...words]) => words.map((word) => Number.parseInt(word, 10) - 1));
  return see(sides.flatMap(fan).map((triangle) => triangle.map((index) => corners[index] ?? [])));
}

interface Gltf {
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly {
    matrix?: number[];
    translation?: number[];
    rotation?: number[];
    scale?: number[];
    mesh?: number;
    children?: number[];
  }[];
  readonly meshes: readonly { readonly primitives: readonly { attributes: { POSITION: number }; indices: number }[] }[];
  readonly accessors: readonly { bufferView: number; byteOffset?: number; componentType: number; count: number }[];
  readonly bufferViews: readonly { byteOffset?: number; byteStride?: number }[];
  readonly animations?: readonly unknown[];
}

/** The description of a scene in a glTF file in one piece. */
export function sceneOf(bytes: Buffer): Gltf {
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as Gltf;
}

export function readGlb(bytes: Buffer): SeenModel {
  const gltf = sceneOf(bytes);
  const data = bytes.subarray(28 + bytes.readUInt32LE(12));
  const place = (index: number) => {
    const accessor = gltf.accessors[index];
    const view = gltf.bufferViews[accessor?.bufferView ?? -1];
    if (!accessor || !view) throw new Error(`no accessor ${index}`);
    return { ...accessor, at: (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0), stride: view.byteStride };
  };
  const triangles: Corner[][] = [];
  const walk = (index: number, parent: (corner: Corner) => Corner) => {
    const node = gltf.nodes[index] ?? {};
    const move = (corner: Corner) => parent(moved(node, corner));
    for (const { attributes, indices } of gltf.meshes[node.mesh ?? -1]?.primitives ?? []) {
      const [points, order] = [place(attributes.POSITION), place(indices)];
      const width = order.componentType === 5125 ? 4 : order.componentType === 5123 ? 2 : 1;
      const corner = (at: number) => {
        const number = data.readUIntLE(order.at + at * width, width);
        return move([0, 4, 8].map((axis) => data.readFloatLE(points.at + number * (points.stride || 12) + axis)));
      };
      for (let at = 0; at < order.count; at += 3) triangles.push([corner(at), corner(at + 1), corner(at + 2)]);
    }
    for (const child of node.children ?? []) walk(child, move);
  };
  for (const root of gltf.scenes[0]?.nodes ?? []) walk(root, (corner) => corner);
  return see(triangles);
}

function moved({ matrix, translation, rotation, scale }: Gltf['nodes'][number], corner: Corner): Corner {
  const [x = 0, y = 0, z = 0] = corner;
  if (matrix) return [0, 1, 2].map((row) => row4(matrix, row, [x, y, z, 1]));
  const [sx = 1, sy = 1, sz = 1] = scale ?? [];
  const [a, b, c] = [x * sx, y * sy, z * sz];
  const [qx = 0, qy = 0, qz = 0, qw = 1] = rotation ?? [];
  const [tx, ty, tz] = [2 * (qy * c - qz * b), 2 * (qz * a - qx * c), 2 * (qx * b - qy * a)];
  const turned = [a + qw * tx + qy * tz - qz * ty, b + qw * ty + qz * tx - qx * tz, c + qw * tz + qx * ty - qy * tx];
  return turned.map((value, axis) => value + (translation?.[axis] ?? 0));
}

/** Matrices of glTF go down their columns. */
const row4 = (matrix: readonly number[], row: number, vector: readonly number[]) =>
  vector.reduce((sum, value, column) => sum + value * (matrix[column * 4 + row] ?? 0), 0);
