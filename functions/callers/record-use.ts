import type { Transition } from '../events/transition.ts';
import { entryOf, type LedgerStore } from './ledger.ts';
import type { Slots } from './slots.ts';

/** The stores of what was used. */
export interface UseStores {
  readonly ledger: Pick<LedgerStore, 'record'>;
  readonly slots: Pick<Slots, 'release'>;
}

/**
 * Enters a conversion that became ready in the ledger, and counts one that ended out: whoever ended it does that too, but
 * may have been killed before. The same transition may be reported more than once: it is entered once.
 * @throws what the stores throw: then the transition is to be reported again
 */
export async function recordUse(transition: Transition, { ledger, slots }: UseStores): Promise<void> {
  if (transition.type === 'conversion.expired') return;
  if (transition.type === 'conversion.failed') return slots.release({ ...transition.conversion, state: 'failed' });
  // The truth first: the counters serve the limits only.
  await ledger.record(entryOf(transition.conversion, Date.now()));
  await slots.release({ ...transition.conversion, state: 'ready' });
}
