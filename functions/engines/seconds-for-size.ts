/** Processor time that is given to a file, in seconds: to any, to each million bytes of it, and at most. */
export interface TimeBySize {
  readonly seconds: number;
  readonly secondsForMillion: number;
  readonly most: number;
}

/**
 * Processor time that is given to a file of a size, in seconds.
 * @param bytes its size
 */
export function secondsForSize(bytes: number, { seconds, secondsForMillion, most }: TimeBySize): number {
  return Math.min(most, seconds + Math.ceil((bytes * secondsForMillion) / 1_000_000));
}
