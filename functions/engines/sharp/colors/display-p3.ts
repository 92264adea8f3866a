import sharp from 'sharp';

/** Primaries of SMPTE EG 432-1 (ITU-T H.273). */
const DISPLAY_P3 = 12;

/** The ICC profile for pictures that declare Display P3 only by the code of their primaries. */
export async function profileOf(primaries: number): Promise<Buffer | undefined> {
  if (primaries !== DISPLAY_P3) return undefined;
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}
