/** One operation of the public API. */
export interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path as clients see it; `{x}` is a path parameter. */
  readonly path: string;
  /** The file that exports `handler`, relative to the repository. */
  readonly entry: string;
  /** Whether the answer is streamed: the handler is then made by `awslambda.streamifyResponse`. @default false */
  readonly streams?: boolean;
  /** Whether it is there only where callers have keys. @default false */
  readonly keyed?: boolean;
}

/** The handler of all operations of webhooks. */
const WEBHOOKS = 'functions/api/webhooks/handler.ts';

/** The public API as data: the infrastructure and the local server are both built from it. */
export const ROUTES = [
  { name: 'health', method: 'GET', path: '/api/v1/health', entry: 'functions/api/health/handler.ts' },
  { name: 'formats', method: 'GET', path: '/api/v1/formats', entry: 'functions/api/formats/handler.ts' },
  { name: 'convert', method: 'POST', path: '/api/v1/convert', entry: 'functions/api/convert/handler.ts' },
  { name: 'uploads', method: 'POST', path: '/api/v1/uploads', entry: 'functions/api/uploads/handler.ts' },
  {
    name: 'download',
    method: 'GET',
    path: '/api/v1/download/{conversion_id}',
    entry: 'functions/api/download/handler.ts',
    streams: true,
  },
  { name: 'status', method: 'GET', path: '/api/v1/status/{conversion_id}', entry: 'functions/api/status/handler.ts' },
  { name: 'usage', method: 'GET', path: '/api/v1/usage', entry: 'functions/api/usage/handler.ts', keyed: true },
  {
    name: 'listConversions',
    method: 'GET',
    path: '/api/v1/conversions',
    entry: 'functions/api/list-conversions/handler.ts',
    keyed: true,
  },
  {
    name: 'deleteConversion',
    method: 'DELETE',
    path: '/api/v1/conversions/{conversion_id}',
    entry: 'functions/api/delete-conversion/handler.ts',
    keyed: true,
  },
  { name: 'webhooks', method: 'GET', path: '/api/v1/webhooks', entry: WEBHOOKS, keyed: true },
  { name: 'addWebhook', method: 'POST', path: '/api/v1/webhooks', entry: WEBHOOKS, keyed: true },
  { name: 'removeWebhook', method: 'DELETE', path: '/api/v1/webhooks/{webhook_id}', entry: WEBHOOKS, keyed: true },
  { name: 'rotateWebhook', method: 'POST', path: '/api/v1/webhooks/{webhook_id}/rotate', entry: WEBHOOKS, keyed: true },
  { name: 'testWebhook', method: 'POST', path: '/api/v1/webhooks/{webhook_id}/test', entry: WEBHOOKS, keyed: true },
  { name: 'replayWebhook', method: 'POST', path: '/api/v1/webhooks/{webhook_id}/replay', entry: WEBHOOKS, keyed: true },
  { name: 'openapi', method: 'GET', path: '/api/v1/openapi.json', entry: 'functions/api/openapi/handler.ts' },
  { name: 'page', method: 'GET', path: '/api/v1/page/{file}', entry: 'functions/api/page/handler.ts' },
  { name: 'docs', method: 'GET', path: '/api/v1/docs', entry: 'functions/api/docs/handler.ts' },
] as const satisfies readonly Route[];

export type RouteName = (typeof ROUTES)[number]['name'];

/** Those that are there only where callers have keys. */
export type KeyedRouteName = Extract<(typeof ROUTES)[number], { keyed: true }>['name'];

/** The routes that are there. @param keyed whether callers have keys */
export function routesFor(keyed: boolean): readonly (Route & { readonly name: RouteName })[] {
  return (ROUTES as readonly (Route & { readonly name: RouteName })[]).filter((route) => keyed || !route.keyed);
}

/** The methods of a request that a route takes: what anybody may GET has HEAD too. */
export function methodsOf({ method, keyed }: Route): readonly string[] {
  return method === 'GET' && !keyed ? ['GET', 'HEAD'] : [method];
}

/** Those that are for programs: all but the files of the web page. */
export type ApiRouteName = Exclude<RouteName, 'page'>;

/** What two of the routes answer with: files, relative to the repository, written by `npm run docs`. */
export const DOCUMENTS = { openapi: 'docs/openapi.json', docs: 'docs/api.html' } as const;

/** Where the service has a name of its own, the page about the API is found here too. */
export const DOCS_ALIAS = '/docs';

/** Where the files of the web page lie beside the function that gives them. */
export const PAGE_FOLDER = 'page';

/** Where the service has a name of its own, the files of the web page are found here, and the page itself at `/`. */
export const PAGE_PATH = '/page/';

/** Where the service has a name of its own, each popular pair of formats has a page: /pdf-to-docx. */
export const PAIR_PATH = '/*-to-*';

/** Where an error is explained, relative to the host: a section of the page about the API. */
export function helpUrl(code: string): string {
  return `/api/v1/docs#code-${code}`;
}

/** Answers every request that no route takes: 404 in the envelope, and CORS preflights. */
export const FALLBACK_ENTRY = 'functions/api/not-found/handler.ts';

/** Begins the conversion of a file that was uploaded straight to the bucket. */
export const INTAKE_ENTRY = 'functions/intake/handler.ts';

/** The HTTP server that takes what is too large for an event. */
export const INGEST_ENTRY = 'functions/ingest/server.ts';

/** Has the engines do the jobs of a queue. */
export const DISPATCH_ENTRY = 'functions/dispatch/handler.ts';

/** Converts long videos in chunks; only where that is asked for. */
export const LONG_VIDEO_ENTRY = 'functions/long-videos/handler.ts';

/** The engine side on AWS: deployed once for each engine, with its layers. */
export const ENGINE_ENTRY = 'functions/engines/handler.ts';

/** Runs every night and writes what was used on the days that are over; only where callers have keys. */
export const USAGE_REPORTS_ENTRY = 'functions/usage-reports/handler.ts';

/** Runs every minute and deletes the files whose time is over. */
export const SWEEP_ENTRY = 'functions/sweep/handler.ts';

/** Does the smoke test on a schedule. */
export const CANARY_ENTRY = 'functions/canary/handler.ts';
/** Tells who listens what the writes to the table of conversions did; only where somebody does. */
export const TRANSITIONS_ENTRY = 'functions/transitions/handler.ts';

/** Delivers events to webhooks; only where callers have keys. */
export const DELIVERIES_ENTRY = 'functions/deliveries/handler.ts';
/** Has the files converted that are put into a drop folder. */
export const DROP_FOLDER_ENTRY = 'functions/drop-folder/handler.ts';
