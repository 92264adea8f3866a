import type { Caller } from '../callers/caller.ts';
import { type Conversion, statusOf } from './conversion.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { StorageStores } from './stores.ts';

/** A conversion, and whether this request has begun it. */
export interface BegunConversion {
  readonly conversion: Conversion;
  /** Whether an earlier request has begun it, and counted it. @default false */
  readonly repeated?: boolean;
}

/**
 * Takes a slot of the caller for a conversion, and begins it; the slot is released when the conversion ends. It is
 * released here when nothing was begun, or when an earlier request had begun the same, with a slot of its own.
 * @throws ConversionError RATE_LIMITED or QUOTA_EXCEEDED, before anything is begun, and whatever `begin` throws
 */
export async function countConversion(
  caller: Caller,
  { id, fingerprint }: RequestIdentity,
  stores: Pick<StorageStores, 'conversions' | 'slots'>,
  begin: () => Promise<BegunConversion>,
): Promise<Conversion> {
  const counted = await count(caller, id, fingerprint !== undefined, stores);
  const giveBack = () => stores.slots.release({ id, caller: caller.name, state: 'failed' });
  try {
    const { conversion, repeated } = await begin();
    if (counted && repeated) await giveBack();
    // The earlier request may have died before it released the slot of what it had made ready.
    else if (repeated && statusOf(conversion) === 'ready') await stores.slots.release(conversion);
    return conversion;
  } catch (error) {
    // A conversion with a record releases its slot when it ends.
    if (counted && !(await isKnown(id, stores))) await giveBack();
    throw error;
  }
}

/** @returns whether a slot was taken: a conversion with a record has one already */
async function count(
  caller: Caller,
  id: string,
  mayRepeat: boolean,
  stores: Pick<StorageStores, 'conversions' | 'slots'>,
): Promise<boolean> {
  if (mayRepeat && (await isKnown(id, stores))) return false;
  try {
    return await stores.slots.take(caller, id);
  } catch (error) {
    // An earlier request may have taken the last slot in between.
    if (mayRepeat && (await isKnown(id, stores))) return false;
    throw error;
  }
}

/** Where that cannot be found out, the answer is yes: the slot expires by itself. */
async function isKnown(id: string, { conversions }: Pick<StorageStores, 'conversions'>): Promise<boolean> {
  try {
    return (await conversions.find(id)) !== undefined;
  } catch {
    return true;
  }
}
