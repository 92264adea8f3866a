import type { Conversion } from '../conversion/conversion.ts';
import { entryOf, type LedgerStore } from './ledger.ts';
import type { EndedConversion, Slots } from './slots.ts';

/** What happened to a conversion, as far as it matters for what was used. */
export type UseTransition =
  | { readonly type: 'conversion.ready'; readonly conversion: Conversion }
  | { readonly type: 'conversion.failed'; readonly conversion: Omit<EndedConversion, 'state'> }
  | { readonly type: 'conversion.expired' };

/** Where it is kept what was used. */
export interface UseStores {
  readonly ledger: Pick<LedgerStore, 'record'>;
  readonly slots: Pick<Slots, 'release'>;
}

/**
 * Enters a conversion that became ready in the ledger, and counts one that ended out: whoever ended it does that too, but
 * may have been killed before. It may be told of a transition more than once, and does nothing twice.
 * @throws what the stores throw: then it is to be told again
 */
export async function recordUse(transition: UseTransition, { ledger, slots }: UseStores): Promise<void> {
  if (transition.type === 'conversion.expired') return;
  if (transition.type === 'conversion.failed') return slots.release({ ...transition.conversion, state: 'failed' });
  // The truth first: the counters serve the limits only.
  await ledger.record(entryOf(transition.conversion, Date.now()));
  await slots.release({ ...transition.conversion, state: 'ready' });
}
