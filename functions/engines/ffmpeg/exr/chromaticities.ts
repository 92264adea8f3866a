/** A colour by its place (x, y) in the diagram of CIE 1931. */
type Place = readonly [x: number, y: number];
type Triple = readonly [number, number, number];
/** What makes three numbers of three, row by row. */
export type Matrix = readonly [Triple, Triple, Triple];

/** What the numbers of a picture stand for: the colours of one each, and that of all three together. */
export interface Chromaticities {
  readonly red: Place;
  readonly green: Place;
  readonly blue: Place;
  readonly white: Place;
}

/** Those of Rec. ITU-R BT.709, which are those of sRGB and of every OpenEXR file that says nothing else. */
const REC_709: Chromaticities = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: [0.3127, 0.329] };

/** Bradford: how strongly each kind of cells in the eye answers to X, Y and Z. */
const CELLS: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
/** Of one number in another; what is beyond that is no colour. */
const LARGEST_SHARE = 100;
/** Below that, two numbers are the same. */
const NEARLY = 0.001;

/** The chromaticities that the attributes of an OpenEXR file name; those that no picture can have are left aside. */
function chromaticitiesOf(values: ReadonlyMap<string, Buffer>): Chromaticities {
  const value = values.get('chromaticities');
  if (value?.length !== 32) return REC_709;
  const place = (at: number): Place => [value.readFloatLE(at), value.readFloatLE(at + 4)];
  const stated = { red: place(0), green: place(8), blue: place(16), white: place(24) };
  return isSound(toXyz(stated)) && isSound(inverse(toXyz(stated))) ? stated : REC_709;
}

/**
 * How much red, green and blue of an OpenEXR file make its brightness.
 * @param values its attributes
 */
export function luminanceWeights(values: ReadonlyMap<string, Buffer>): Triple {
  const [, [red, green, blue]] = toXyz(chromaticitiesOf(values));
  const all = red + green + blue;
  return [red / all, green / all, blue / all];
}

/**
 * What makes red, green and blue of Rec. 709 from those of an OpenEXR file, what is white there being white here: as
 * OpenEXR does where it makes an ACES file of another. X, Y and Z have no white, and stay the colours that they are.
 * @param values its attributes
 * @returns nothing where they are the same
 */
export function toRec709(values: ReadonlyMap<string, Buffer>): Matrix | undefined {
  const chromaticities = chromaticitiesOf(values);
  const neutral = neutralOf(values) ?? (isXyz(chromaticities) ? REC_709.white : chromaticities.white);
  const light = product(adaptation(neutral, REC_709.white), toXyz(chromaticities));
  const matrix = product(inverse(toXyz(REC_709)), light);
  const isSame = matrix.every((row, y) => row.every((share, x) => Math.abs(share - Number(x === y)) < NEARLY));
  return isSame || !isSound(matrix) ? undefined : matrix;
}

/** What the file says is to be shown as white. */
function neutralOf(values: ReadonlyMap<string, Buffer>): Place | undefined {
  const value = values.get('adoptedNeutral');
  return value?.length === 8 && value.readFloatLE(4) > 0 ? [value.readFloatLE(0), value.readFloatLE(4)] : undefined;
}

function isXyz({ red, green, blue }: Chromaticities): boolean {
  return [...red, ...green, ...blue].every((place, index) => place === [1, 0, 0, 1, 0, 0][index]);
}

/** What makes X, Y and Z of red, green and blue, of which one of each makes white of the brightness 1. */
function toXyz({ red, green, blue, white }: Chromaticities): Matrix {
  const columns = transposed([light(red), light(green), light(blue)]);
  const [x, y, z] = light(white);
  const shares = applied(inverse(columns), [x / y, 1, z / y]);
  const scaled = (row: Triple): Triple => [row[0] * shares[0], row[1] * shares[1], row[2] * shares[2]];
  return [scaled(columns[0]), scaled(columns[1]), scaled(columns[2])];
}

/** What makes one white of another (Bradford). */
function adaptation(from: Place, to: Place): Matrix {
  const answers = (white: Place) => {
    const [x, y, z] = light(white);
    return applied(CELLS, [x / y, 1, z / y]);
  };
  const [before, after] = [answers(from), answers(to)];
  const change: Matrix = [
    [after[0] / before[0], 0, 0],
    [0, after[1] / before[1], 0],
    [0, 0, after[2] / before[2]],
  ];
  return product(inverse(CELLS), product(change, CELLS));
}

const light = ([x, y]: Place): Triple => [x, y, 1 - x - y];

function isSound(matrix: Matrix): boolean {
  return matrix.flat().every((share) => Math.abs(share) < LARGEST_SHARE);
}

function applied([first, second, third]: Matrix, [x, y, z]: Triple): Triple {
  const sum = (row: Triple) => row[0] * x + row[1] * y + row[2] * z;
  return [sum(first), sum(second), sum(third)];
}

function product(one: Matrix, other: Matrix): Matrix {
  const [first, second, third] = transposed(other);
  return transposed([applied(one, first), applied(one, second), applied(one, third)]);
}

function transposed([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ];
}

/** What undoes a matrix: not of numbers where nothing does. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const share = (part: number) => part / whole;
  return [
    [share(e * i - f * h), share(c * h - b * i), share(b * f - c * e)],
    [share(f * g - d * i), share(a * i - c * g), share(c * d - a * f)],
    [share(d * h - e * g), share(b * g - a * h), share(a * e - b * d)],
  ];
}
