import { LAST_WRITE, resultKey, uploadKey } from './conversion.ts';
import { announceEnd } from './conversion-ends.ts';
import { ConversionError } from './errors.ts';
import { type Known, lookUp } from './look-up.ts';
import type { StorageStores } from './stores.ts';

/**
 * Deletes a conversion of an account, or an upload that it awaits, whatever its state, and its files.
 *
 * The record goes first: from then on nobody begins its job, a download or an upload of it, and a result that comes has
 * nobody to be completed for, so that whoever stored it deletes it (`completeJob`). What is stored behind our back all the
 * same, as by a client that still has a form, or for a worker that dies, the sweep deletes: it finds what stays of the
 * record when nothing more can be stored. A download under way is completed or truncated.
 * @throws ConversionError NOT_FOUND when there is none, or it is not the account's
 */
export async function deleteConversion(id: string, account: string, stores: StorageStores): Promise<void> {
  const known = await lookUp(id, stores);
  const owned = known.conversion ?? known.upload;
  const source = known.conversion?.source ?? uploadKey(id);
  const remains = { source, until: Date.now() + LAST_WRITE };
  if (!owned || owned.account !== account || !(await stores.conversions.erase(id, account, remains)))
    throw new ConversionError('NOT_FOUND', 'This account has no conversion with this identifier.');
  announceEnd(id);
  await Promise.all([
    isClaimed(known) ? undefined : stores.slots.release({ id, caller: owned.caller, ...countedAs(known) }),
    ...[source, resultKey(id)].map((key) => stores.files.delete(key)),
  ]);
}

/** An engine that has begun goes on: the place is held until it ends, and whoever waits for that counts its seconds. */
function isClaimed({ conversion }: Known): boolean {
  return conversion?.state === 'processing' && (conversion.claimedUntil ?? 0) > Date.now();
}

/** The state that is counted for a conversion without a worker: one that an engine may have begun counts as done. */
function countedAs({
  conversion,
}: Known): Pick<Parameters<StorageStores['slots']['release']>[0], 'state' | 'conversionTime'> {
  if (!conversion) return { state: 'failed' };
  const { state, conversionTime } = conversion;
  return state === 'processing'
    ? { state: 'spent' }
    : { state, ...(conversionTime !== undefined && { conversionTime }) };
}
