import { recordUse } from '../callers/record-use.ts';
import type { Listener } from '../events/listener.ts';
import { gate, slots } from './callers.ts';
import { ledger } from './ledger.ts';

/** Who enters what is billed, where callers have keys. */
export function recorder(): Listener | undefined {
  if (gate().mode === 'off') return undefined;
  return (transition) => recordUse(transition, { ledger: ledger(), slots: slots() });
}
