import type { Listener } from '../events/listener.ts';
import { useRecorder } from './use-recorder.ts';

/**
 * Who may be told of transitions, on AWS and on one machine: one line each. It is made on first use, by the services of
 * this process, and says that there is none by giving undefined.
 */
const MAKERS: readonly (() => Listener | undefined)[] = [useRecorder];

let listeners: readonly Listener[] | undefined;

/** Who is told of transitions. */
export function eventListeners(): readonly Listener[] {
  listeners ??= MAKERS.flatMap((make) => make() ?? []);
  return listeners;
}

/** Has others told of the transitions that this process sees; undefined: those who are told otherwise. */
export function useListeners(others: readonly Listener[] | undefined): void {
  listeners = others;
}
