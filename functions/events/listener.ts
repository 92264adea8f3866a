import type { Transition } from './transition.ts';

/**
 * Who listens for transitions. One may be delivered more than once, also at the same time; what a listener throws, or rejects
 * with, has the transition delivered again.
 */
export type Listener = (transition: Transition) => Promise<void>;

/** Calls all listeners with a transition. @throws AggregateError when some of them failed; all were called */
export async function tell(transition: Transition, listeners: readonly Listener[]): Promise<void> {
  const outcomes = await Promise.allSettled(listeners.map(async (listener) => listener(transition)));
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} listeners failed with an event`);
}
