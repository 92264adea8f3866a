import type { ExrSamples } from './read-samples.ts';

type Weights = readonly [red: number, green: number, blue: number];

/** Brightness of each pixel, and for two pixels each way together how much more red and blue they are than that. */
export interface LuminanceChroma {
  readonly brightness: ExrSamples;
  readonly red: ExrSamples;
  readonly blue: ExrSamples;
  /** How much each colour makes of the brightness. */
  readonly weights: Weights;
}

interface Row {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** Of what lies between two samples: what each of the two gives, and those further away. The numbers are those of OpenEXR. */
const BETWEEN = [0.627123, -0.186077, 0.087929, -0.043159, 0.019597, -0.00754, 0.002128];
/** How much less vivid than white a pixel stays that is more vivid than those around it. */
const LEFT = 0.25;

/**
 * Red, green and blue of each row, from the top down, as OpenEXR makes them (ImfRgbaYca.h): the differences are restored
 * across, then down, and pixels that come out more vivid than those around them are made less so, as bright as they are.
 */
export function* restoreRows(picture: LuminanceChroma): Generator<Row> {
  const { height } = picture.brightness;
  const red = restored(picture.red);
  const blue = restored(picture.blue);
  const colours = (y: number) => coloursOf(picture, y, red(y), blue(y));
  let [above, row] = [colours(-1), colours(0)];
  for (let y = 0; y < height; y++) {
    const below = colours(y + 1);
    yield lessVivid(row, [vividness(above), vividness(row), vividness(below)], picture.weights);
    [above, row] = [row, below];
  }
}

/** The rows of a channel with a sample for each pixel; only those that are near are kept. */
function restored({ width, height, samples }: ExrSamples): (y: number) => Float32Array {
  const kept = new Map<number, Float32Array>();
  const rowAt = (wanted: number) => {
    const index = Math.min(Math.max(wanted, 0), height - 1);
    const row = kept.get(index) ?? stretched(samples.subarray(index * width, (index + 1) * width));
    kept.set(index, row);
    return row;
  };
  return (y) => {
    const index = Math.floor(y / 2);
    kept.delete(index - BETWEEN.length - 1);
    return y % 2 === 0
      ? rowAt(index)
      : middle(BETWEEN.map((_, away) => [rowAt(index - away), rowAt(index + 1 + away)]));
  };
}

/** A row with what lies between its samples. */
function stretched(samples: Float16Array): Float32Array {
  const last = samples.length - 1;
  const row = new Float32Array(samples.length * 2);
  for (let x = 0; x <= last; x++) {
    row[x * 2] = samples[x] ?? 0;
    let between = 0;
    for (const [away, share] of BETWEEN.entries())
      between += share * ((samples[Math.max(x - away, 0)] ?? 0) + (samples[Math.min(x + 1 + away, last)] ?? 0));
    row[x * 2 + 1] = between;
  }
  return row;
}

/** What lies between rows: pairs of them, ever further away. */
function middle(pairs: readonly (readonly [Float32Array, Float32Array])[]): Float32Array {
  const row = new Float32Array(pairs[0]?.[0].length ?? 0);
  for (const [away, [above, below]] of pairs.entries()) {
    const share = BETWEEN[away] ?? 0;
    for (let x = 0; x < row.length; x++) row[x] = (row[x] ?? 0) + share * ((above[x] ?? 0) + (below[x] ?? 0));
  }
  return row;
}

/** The colours of a row, which may be one beyond the first or the last. */
function coloursOf({ brightness, weights }: LuminanceChroma, y: number, red: Float32Array, blue: Float32Array): Row {
  const { width, height, samples } = brightness;
  const first = (y < 0 ? 0 : y < height ? y : height - 2) * width;
  const row = { red: new Float32Array(width), green: new Float32Array(width), blue: new Float32Array(width) };
  for (let x = 0; x < width; x++) {
    const [light, more, bluer] = [samples[first + x] ?? 0, red[x] ?? 0, blue[x] ?? 0];
    const [r, b] = [(more + 1) * light, (bluer + 1) * light];
    row.red[x] = r;
    row.green[x] = more === 0 && bluer === 0 ? light : (light - r * weights[0] - b * weights[2]) / weights[1];
    row.blue[x] = b;
  }
  return row;
}

/** How vivid each pixel of a row is, from grey to one that lacks a colour. */
function vividness({ red, green, blue }: Row): Float32Array {
  return red.map((r, x) => {
    const [g, b] = [green[x] ?? 0, blue[x] ?? 0];
    const most = Math.max(r, g, b);
    return most > 0 ? 1 - Math.min(r, g, b) / most : 0;
  });
}

/** A row whose pixels are not much more vivid than those at their corners. */
function lessVivid(row: Row, [above, own, below]: readonly Float32Array[], weights: Weights): Row {
  const changed = { red: row.red.slice(), green: row.green.slice(), blue: row.blue.slice() };
  const last = row.red.length - 1;
  for (let x = 0; x <= last; x++) {
    const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, last)];
    const corners = [above?.[left], above?.[right], below?.[left], below?.[right]];
    const mean = Math.min(1, corners.reduce<number>((sum, corner) => sum + (corner ?? 0), 0) / 4);
    const most = Math.min(1, 1 - (1 - mean) * LEFT);
    const vivid = own?.[x] ?? 0;
    if (vivid <= mean || vivid <= most) continue;
    const colours = [row.red[x] ?? 0, row.green[x] ?? 0, row.blue[x] ?? 0] as const;
    const largest = Math.max(...colours);
    const paler = colours.map((colour) => Math.max(largest - (largest - colour) * (most / vivid), 0));
    const bright = (values: readonly number[]) => values.reduce((sum, each, i) => sum + each * (weights[i] ?? 0), 0);
    const after = bright(paler);
    const factor = after > 0 ? bright(colours) / after : 1;
    [changed.red[x], changed.green[x], changed.blue[x]] = paler.map((colour) => colour * factor) as [
      number,
      number,
      number,
    ];
  }
  return changed;
}
