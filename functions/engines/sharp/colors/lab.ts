/** Reference white of the D50 illuminant. */
const WHITE = [0.9642, 1, 0.8249] as const;
/** XYZ at D50 to linear sRGB, adapted by Bradford: a row each for red, green and blue. */
export const XYZ_TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/**
 * Converts CIELab, as TIFF stores it in three bytes a pixel, to sRGB in place.
 * @see TIFF 6.0, section 23: L* in 0 to 255, a* and b* signed
 */
export function labToSrgb(data: Buffer): void {
  for (let at = 0; at + 2 < data.length; at += 3) {
    const y = ((data[at] ?? 0) / 2.55 + 16) / 116;
    const x = y + data.readInt8(at + 1) / 500;
    const z = y - data.readInt8(at + 2) / 200;
    const [wx, wy, wz] = [cube(x) * WHITE[0], cube(y) * WHITE[1], cube(z) * WHITE[2]];
    for (const [channel, [a, b, c]] of XYZ_TO_SRGB.entries()) data[at + channel] = gamma(a * wx + b * wy + c * wz);
  }
}

function cube(value: number): number {
  return value > 6 / 29 ? value ** 3 : (3 * 36 * (value - 4 / 29)) / 841;
}

function gamma(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.min(Math.max(Math.round(value * 255), 0), 255);
}
