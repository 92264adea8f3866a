import { LARGEST_UPLOAD } from './conversion/conversion.ts';

/**
 * The ways into the service: what an event can carry goes through API Gateway to a function, what is larger to the
 * ingest server. The edge decides by what it sees: method, path and `Content-Length`.
 */

/** The largest body of which the file in it may be no larger than that, in bytes: the rest is fields and headers. */
export const LARGEST_BODY = LARGEST_UPLOAD + 1024 * 1024;

/** The largest body of a convert request that goes through API Gateway, in bytes: about 4.5 MB fit into an event. */
export const LARGEST_SMALL_BODY = 4 * 1024 * 1024;

/** The longest that a request with a large body may take in all, in milliseconds: what Lambda allows. */
export const LONGEST_REQUEST = 15 * 60_000;

/**
 * How long a connection is kept for the next request, in milliseconds: longer than a load balancer keeps it, and than a
 * burst of large uploads keeps the process from seeing that the next one has come.
 */
export const LONGEST_IDLE = 75_000;

/** The header with which the edge proves to the API and to the ingest server that a request came through it. */
export const ORIGIN_KEY_HEADER = 'x-origin-key';

/** The header in which the edge tells from which address a request came; from elsewhere it is not believed. */
export const CALLER_ADDRESS_HEADER = 'x-caller-address';

/**
 * How Node runs the ingest server: what it reads is garbage as soon as it is passed on, and collected early it does not
 * pile up. With 20 files at once that is a tenth of the memory.
 */
export const INGEST_NODE_OPTIONS = '--max-semi-space-size=4';

/** Where the ingest server tells a load balancer that it is alive; needs no key. */
export const INGEST_HEALTH_PATH = '/health';
