/** The double with the shortest digits of a 32-bit float: a plain cast would print more. */
export function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Formats an unscaled integer as a decimal. */
export function decimalString(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(Math.min(-scale, 100)));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}
