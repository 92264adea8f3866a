import { LAST_WRITE, resultKey, uploadKey } from './conversion.ts';
import { announceEnd } from './conversion-ends.ts';
import { ConversionError } from './errors.ts';
import { type Known, lookUp } from './look-up.ts';
import type { StorageStores } from './stores.ts';

/**
 * Deletes a conversion of an account, or an upload that it awaits, whatever its state, and its files.
 *
 * The record is deleted first: from then on no job, download or upload of it begins, and a worker whose result cannot be
 * recorded deletes that (`completeJob`). The sweep deletes files that are stored later all the same, by a client that
 * still has a form, or by a worker that dies: it finds the remains of the record once nothing more can be stored. A
 * download under way is completed or truncated.
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

/** Whether a worker has it. Its engine goes on, so that the worker releases the slot and counts the seconds at its end. */
function isClaimed({ conversion }: Known): boolean {
  return conversion?.state === 'processing' && (conversion.claimedUntil ?? 0) > Date.now();
}

/** The state that is counted for a conversion without a worker. One that an engine may have begun counts as done. */
function countedAs({
  conversion,
}: Known): Pick<Parameters<StorageStores['slots']['release']>[0], 'state' | 'conversionTime'> {
  if (!conversion) return { state: 'failed' };
  const { state, conversionTime } = conversion;
  return state === 'processing'
    ? { state: 'spent' }
    : { state, ...(conversionTime !== undefined && { conversionTime }) };
}
