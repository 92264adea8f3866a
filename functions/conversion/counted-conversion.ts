import type { Caller } from '../callers/caller.ts';
import { type Conversion, statusOf } from './conversion.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { StorageStores } from './stores.ts';

/** A conversion, and whether this request has begun it. */
export interface BegunConversion {
  readonly conversion: Conversion;
  /** Whether an earlier request has begun it, and has it counted. @default false */
  readonly repeated?: boolean;
}

/**
 * Counts a conversion among those of its caller, and has it begun; whoever ends it counts it out. What becomes nothing is
 * not counted; what an earlier request has begun was counted with it.
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
    // The earlier request may have died before it counted out what it had made ready.
    else if (repeated && statusOf(conversion) === 'ready') await stores.slots.release(conversion);
    return conversion;
  } catch (error) {
    // What is under way is counted out when it ends, and what has ended was.
    if (counted && !(await isKnown(id, stores))) await giveBack();
    throw error;
  }
}

/** @returns whether the conversion is counted from now on: one that is known was, and takes no place of its own */
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
    // An earlier request may have ended in between, having taken the last place there was.
    if (mayRepeat && (await isKnown(id, stores))) return false;
    throw error;
  }
}

/** If nobody can tell, its place is free after a while. */
async function isKnown(id: string, { conversions }: Pick<StorageStores, 'conversions'>): Promise<boolean> {
  try {
    return (await conversions.find(id)) !== undefined;
  } catch {
    return true;
  }
}
