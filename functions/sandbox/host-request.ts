import type { EngineOrder } from '../conversion/engine-events.ts';

/** A request to an engine host, one line of JSON each: to do a job, or to remove all that the last one left. */
export type HostRequest = { readonly job: EngineOrder } | { readonly clean: true };

/** What it answers to the second. */
export const CLEANED = JSON.stringify({ event: 'clean' });
