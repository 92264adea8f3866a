/** Noise, which no lossless compression makes much smaller. */
export function grain(at: number): number {
  const mixed = Math.imul(at + 1, 0x9e3779b1);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 28) & 7;
}
