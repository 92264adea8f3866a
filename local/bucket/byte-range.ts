import type { ByteRange } from '../../functions/conversion/stores.ts';

/**
 * Parses a Range header. Suffix ranges and several ranges are ignored, as HTTP allows.
 * @param size the size of the object in bytes
 * @returns the range, `whole` for all bytes, or undefined when it cannot be satisfied
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | undefined {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || (to && Number(to) < Number(from))) return 'whole';
  if (Number(from) >= size) return undefined;
  return { first: Number(from), last: to ? Math.min(Number(to), size - 1) : size - 1 };
}
