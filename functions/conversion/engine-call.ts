import type { EngineOrder } from './engine-events.ts';
import type { ByteRange, UploadForm } from './stores.ts';

/** The payload that invokes an engine function without a job, so that Lambda does not make it inactive. */
export interface WakeCall {
  readonly wake: true;
}

/** The payload that invokes an engine function for a job. */
export interface EngineCall extends EngineOrder {
  /** The file in base64; or a presigned URL and the range to fetch; or the URLs of its parts, in order. */
  readonly source:
    | { readonly bytes: string }
    | { readonly url: string; readonly range?: ByteRange | undefined }
    | { readonly urls: readonly string[] };
  /** The form with which the result is uploaded. */
  readonly result: UploadForm;
  /** Whether the response is the last event alone, without progress. @default false */
  readonly endOnly?: boolean;
}
