import { type Conversion, statusOf } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { lookUp } from './look-up.ts';
import type { RecordStores } from './stores.ts';

/**
 * The conversion that an earlier request with the same key has begun.
 * @throws ConversionError IDEMPOTENCY_KEY_REUSED when that was another request, EXPIRED or ALREADY_DOWNLOADED when its
 * result is gone
 */
export async function findRepeated(
  { id, fingerprint }: Pick<Conversion, 'id' | 'fingerprint'>,
  stores: RecordStores,
): Promise<Conversion> {
  const { conversion } = await lookUp(id, stores);
  if (conversion?.fingerprint !== fingerprint || !conversion) throw keyReused();
  if (statusOf(conversion) !== 'expired') return conversion;
  if (conversion.state === 'spent')
    throw new ConversionError('ALREADY_DOWNLOADED', 'This request was made before, and its result was downloaded.');
  throw new ConversionError('EXPIRED', 'This request was made before, and its result has expired.');
}

/** The error of an Idempotency-Key that was sent with another request before. */
export function keyReused(): ConversionError {
  return new ConversionError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was sent before, with another request. Make a new one for each conversion.',
  );
}
