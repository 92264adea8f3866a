import type { Matrix } from './chromaticities.ts';

/** The most of one channel that the filter takes into another. */
const MOST = 2;
const NAMES = ['r', 'g', 'b'] as const;

/** The filters that make red, green and blue of shares of each of them, in floating numbers. */
export function mixChannels(matrix: Matrix): string {
  const largest = Math.max(...matrix.flat().map(Math.abs));
  const doublings = Math.max(0, Math.ceil(Math.log2(largest / MOST)));
  const shares = NAMES.flatMap((to, row) =>
    NAMES.map((from, column) => `${to}${from}=${((matrix[row]?.[column] ?? 0) / 2 ** doublings).toFixed(9)}`),
  );
  const doubling = 'colorchannelmixer=rr=2:gg=2:bb=2';
  const mixing = `colorchannelmixer=${shares.join(':')}`;
  return ['format=gbrpf32le|gbrapf32le', mixing, ...Array(doublings).fill(doubling)].join(',');
}
