import type { JobQueueName } from './conversion/job-queues.ts';

/** The names of all environment variables that the functions read; the infrastructure sets them. */
export const ENVIRONMENT = {
  /** Name of the DynamoDB table of conversion records. */
  conversionsTable: 'CONVERSIONS_TABLE',
  /** Name of the S3 bucket of sources and results. */
  filesBucket: 'FILES_BUCKET',
  /** Origin to which browsers upload by form. */
  uploadOrigin: 'UPLOAD_ORIGIN',
  /** Names of the engines that are there, with commas between. */
  engines: 'ENGINES',
  /** The name of the engine that an engine function is. */
  engine: 'ENGINE',
  /** The ARN of the version of the function that converts long videos; only where there is one. */
  longVideoFunction: 'LONG_VIDEO_FUNCTION',
  /** How many chunks of one long video are encoded at once. */
  chunksAtOnce: 'CHUNKS_AT_ONCE',
  /** `account` where the engine functions tell accounts apart: each call then names one. */
  isolation: 'ISOLATION',
  /** Name of the DynamoDB table of API keys and of what callers have used; only where callers have keys. */
  callersTable: 'CALLERS_TABLE',
  /** Name of the DynamoDB table of what is billed; only where callers have keys. */
  ledgerTable: 'LEDGER_TABLE',
  /** Name of the S3 bucket of the daily reports of what is billed. */
  reportsBucket: 'REPORTS_BUCKET',
  /** Whether callers have keys: `off`, `optional` or `required`. */
  keys: 'KEYS',
  /** The operator's own plans, as JSON. */
  plans: 'PLANS',
  /** What becomes of the files of a drop folder, as JSON. */
  dropFolder: 'DROP_FOLDER',
  /** How many files of a drop folder are converted at once. */
  dropFolderAtOnce: 'DROP_FOLDER_AT_ONCE',
  /** URL of the queue of the files of a drop folder that are not begun. */
  arrivalsQueue: 'ARRIVALS_QUEUE',
  /** URL of the queue of those whose jobs are under way. */
  underWayQueue: 'UNDER_WAY_QUEUE',
  /** Name of the bus in EventBridge; only where there are events. */
  eventBus: 'EVENT_BUS',
  /** Bytes: a larger result is not passed on, but a redirect to a signed link to it. @default what Lambda can stream */
  redirectAbove: 'REDIRECT_ABOVE',
  /** How much events on the bus tell: `counts` or `all`. */
  eventDetails: 'EVENT_DETAILS',
  /** URL of the queue whose messages a function is given, and puts off. */
  ownQueue: 'OWN_QUEUE',
  /** URL of the queue of what is on its way to webhooks; only where callers have keys. */
  deliveryQueue: 'DELIVERY_QUEUE',
  /**
   * Origins to which webhooks may lead whatever they are, with commas between: for trying them out on one machine. Nothing
   * sets it.
   */
  webhookOrigins: 'WEBHOOK_ORIGINS',
  /** The API key of the canary; only where callers have keys. */
  canaryKey: 'CANARY_KEY',
  /** Where clients find the service; ends with /api/v1. */
  serviceUrl: 'SERVICE_URL',
  /** The namespace of the service's metrics. */
  metricsNamespace: 'METRICS_NAMESPACE',
  /**
   * The keys of which a request must bear one where the service has an edge, with commas between: the current, and the
   * last. To the ingest server there is no other way; of the API, who has none of them is refused where this is set.
   */
  originKeys: 'ORIGIN_KEYS',
  /**
   * The `host:port` at which Lambda asks a web function, and must be listened at. Lambda sets it, and refuses a function that
   * would.
   * https://docs.aws.amazon.com/lambda/latest/dg/web-functions-revisions-env-vars.html
   */
  lambdaEndpoint: 'AWS_LAMBDA_HTTP_ENDPOINT',
  /** The `host:port` at which the ingest server listens where it is no web function. */
  listenAddress: 'LISTEN_ADDRESS',
} as const;

/** The variable with the URL of a job queue. */
export function jobQueueVariable(queue: JobQueueName): string {
  return `JOB_QUEUE_${queue.toUpperCase()}`;
}

/** The variable with the name of the function that an engine runs in. */
export function engineFunctionVariable(engine: string): string {
  return `ENGINE_FUNCTION_${engine.toUpperCase()}`;
}

/** The value of a variable; throws when the infrastructure forgot to set it. */
export function readEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
