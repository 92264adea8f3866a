/** The shortest digits that mean the same float of 32 bits: as a double it would have others. */
export function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** A whole number with some of its digits behind the point. */
export function scaled(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(Math.min(-scale, 100)));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}
