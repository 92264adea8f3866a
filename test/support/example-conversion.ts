import { type Conversion, LINK_LIFETIME, newConversionId } from '../../functions/conversion/conversion.ts';

/** A conversion made just now, but for what a test says. */
export function exampleConversion(change: Partial<Conversion> = {}): Conversion {
  const now = Date.now();
  return {
    id: newConversionId(),
    state: 'ready',
    originalFilename: 'photo.jpg',
    originalFormat: 'jpg',
    targetFormat: 'webp',
    resultFormat: 'webp',
    quality: 'medium',
    engine: 'sharp',
    createdAt: now,
    expiresAt: now + LINK_LIFETIME,
    deadline: now + 60_000,
    fileSize: 1234,
    conversionTime: 0.25,
    ...change,
  };
}
