import type { Transition } from './transition.ts';

/**
 * Who is told of transitions. It may be told of one more than once, also at the same time; what it throws, or rejects
 * with, has it told again.
 */
export type Listener = (transition: Transition) => Promise<void>;

/** Tells all listeners of a transition. @throws AggregateError when some of them failed, and all were told */
export async function tell(transition: Transition, listeners: readonly Listener[]): Promise<void> {
  const told = await Promise.allSettled(listeners.map(async (listener) => listener(transition)));
  const errors = told.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} listeners could not be told of an event`);
}
