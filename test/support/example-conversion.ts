import { type Conversion, LINK_LIFETIME, newConversionId, sourceKey } from '../../functions/conversion/conversion.ts';

/** A new conversion, with the fields of a test. */
export function exampleConversion(change: Partial<Conversion> = {}): Conversion {
  const now = Date.now();
  const id = change.id ?? newConversionId();
  const engine = change.engine ?? 'sharp';
  return {
    id,
    state: 'ready',
    originalFilename: 'photo.jpg',
    originalFormat: 'jpg',
    sourceSize: 4321,
    targetFormat: 'webp',
    resultFormat: 'webp',
    quality: 'medium',
    options: {},
    secrets: {},
    engine,
    caller: 'anonymous-0123456789abcdef',
    source: sourceKey({ id, engine }),
    createdAt: now,
    expiresAt: now + LINK_LIFETIME,
    deadline: now + 60_000,
    fileSize: 1234,
    conversionTime: 0.25,
    ...change,
  };
}
