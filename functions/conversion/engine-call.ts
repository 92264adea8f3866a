import type { EngineOrder } from './engine-events.ts';
import type { UploadForm } from './stores.ts';

/** What an engine function is called with so that Lambda does not put it to sleep: there is nothing to do. */
export interface WakeCall {
  readonly wake: true;
}

/** What an engine function is called with: all that it learns of a job. */
export interface EngineCall extends EngineOrder {
  /** The file itself, or a link with which it can be fetched while the job lasts. */
  readonly source: { readonly bytes: string } | { readonly url: string };
  /** The form with which the result is sent. */
  readonly result: UploadForm;
}
