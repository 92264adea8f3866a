import type { EngineOrder } from './engine-events.ts';
import type { ByteRange, UploadForm } from './stores.ts';

/** What an engine function is called with so that Lambda does not put it to sleep: there is nothing to do. */
export interface WakeCall {
  readonly wake: true;
}

/** What an engine function is called with: all that it learns of a job. */
export interface EngineCall extends EngineOrder {
  /** The file itself, or a link with which it can be fetched while the job lasts, all or some of it; or links to its parts, in order. */
  readonly source:
    | { readonly bytes: string }
    | { readonly url: string; readonly range?: ByteRange | undefined }
    | { readonly urls: readonly string[] };
  /** The form with which the result is sent. */
  readonly result: UploadForm;
  /** Whether the answer is one event, the last, since nobody listens while the job is done. @default false */
  readonly endOnly?: boolean;
}
