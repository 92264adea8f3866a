import type { ByteRange } from '../../functions/conversion/stores.ts';

/**
 * Understands a Range header. What is no range from a first byte on is passed over, as HTTP allows.
 * @param size of the object in bytes
 * @returns the bytes, `whole` for all of them, or undefined when there are none in the range
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | undefined {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || (to && Number(to) < Number(from))) return 'whole';
  if (Number(from) >= size) return undefined;
  return { first: Number(from), last: to ? Math.min(Number(to), size - 1) : size - 1 };
}
