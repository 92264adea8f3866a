/** A way in which a block says its colours: where each of its bits belongs. */
export interface Bc6hMode {
  /** The bits behind the mode's own, in their order: which of the `VALUES` each belongs to, and as which bit of it. */
  readonly bits: readonly (readonly [value: number, bit: number])[];
  /** How many bits each of the values has. */
  readonly widths: readonly number[];
  /** Whether all colours but the first are differences from it. */
  readonly differences: boolean;
  /** Whether the pixels belong to two groups with colours of their own. */
  readonly divided: boolean;
}

/** What a block says: four colours of three channels, w and x the ends of one group's, y and z of the other's; and the division. */
const VALUES = ['rw', 'gw', 'bw', 'rx', 'gx', 'bx', 'ry', 'gy', 'by', 'rz', 'gz', 'bz', 'd'];
/** Where the number of the division stands among the values. */
export const DIVISION = VALUES.length - 1;

/** Modes by their numbers, in the words of the format's description: values, and the first and last of their bits. */
const LAYOUTS: Readonly<Record<number, string>> = {
  0: 'gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d4:0',
  1: 'gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0 d4:0',
  2: 'rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d4:0',
  6: 'rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3 d4:0',
  10: 'rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3 d4:0',
  14: 'rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d4:0',
  18: 'rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0 d4:0',
  22: 'rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 d4:0',
  26: 'rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3 d4:0',
  30: 'rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0 d4:0',
  3: 'rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0',
  7: 'rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10',
  11: 'rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11',
  15: 'rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15',
};
/** Those that say each colour as it is. */
const WITHOUT_DIFFERENCES = [30, 3];
/** Modes of two bits; those of others are of five. */
const SHORT = [0, 1];

/** The modes by the lowest five bits of a block; those that are missing are reserved, and mean black. */
export const MODES: readonly (Bc6hMode | undefined)[] = Array.from({ length: 32 }, (_, low) => {
  const number = SHORT.includes(low & 3) ? low & 3 : low;
  const layout = LAYOUTS[number];
  return layout === undefined ? undefined : modeOf(number, layout);
});

function modeOf(number: number, layout: string): Bc6hMode {
  const bits = layout.split(' ').flatMap(bitsOf);
  const widths = VALUES.map((_, index) =>
    Math.max(0, ...bits.flatMap(([value, bit]) => (value === index ? bit + 1 : 0))),
  );
  return { bits, widths, differences: !WITHOUT_DIFFERENCES.includes(number), divided: widths[DIVISION] !== 0 };
}

/** The lowest bit comes first, but where a range of bits runs upwards. */
function bitsOf(field: string): (readonly [number, number])[] {
  const [, name = '', first = '', last = first] = /^(\D+)(\d+)(?::(\d+))?$/.exec(field) ?? [];
  const [from, to] = [Number(last), Number(first)];
  const step = from <= to ? 1 : -1;
  const value = VALUES.indexOf(name);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => [value, from + index * step] as const);
}
