import { setTimeout } from 'node:timers/promises';
import { type Conversion, errorOf, failureOf, statusOf } from './conversion.ts';
import type { ConversionStore } from './stores.ts';

/** Milliseconds between two looks at a record: short at first, since most conversions are. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
const GROWTH = 1.3;

/**
 * Waits for a conversion to be done, until a moment.
 * @returns the record as it is then: ready, or still processing
 * @throws ConversionError when it has failed
 */
export async function waitForConversion(
  conversion: Conversion,
  conversions: ConversionStore,
  until: number,
): Promise<Conversion> {
  let latest = conversion;
  for (let pause = FIRST_PAUSE; statusOf(latest) === 'processing'; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
    const left = until - Date.now();
    if (left <= 0) return latest;
    await setTimeout(Math.min(pause, left));
    latest = (await conversions.find(conversion.id)) ?? latest;
  }
  if (statusOf(latest) !== 'failed') return latest;
  throw errorOf(failureOf(latest));
}
