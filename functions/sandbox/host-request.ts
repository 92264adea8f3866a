import type { EngineOrder } from '../conversion/engine-events.ts';

/** A request to an engine host, a line of JSON: do a job, or remove the files of the last one. */
export type HostRequest = { readonly job: EngineOrder } | { readonly clean: true };

/** The response to the second. */
export const CLEANED = JSON.stringify({ event: 'clean' });
