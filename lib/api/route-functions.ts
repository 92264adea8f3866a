import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { LARGEST_STREAM, LONGEST_DOWNLOAD } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { DOCUMENTS, FALLBACK_ENTRY, type KeyedRouteName, type RouteName, routesFor } from '../../functions/routes.ts';
import { constructId } from '../engines/construct-id.ts';
import type { Webhooks } from '../events/webhooks.ts';
import { ConversionFunction, type ConversionFunctionProps } from '../functions/conversion-function.ts';
import { DETECTION_WORKER } from '../functions/function-bundling.ts';
import type { ServiceParts } from '../service-parts.ts';

type FunctionsByRoute = Readonly<
  Record<Exclude<RouteName, KeyedRouteName>, ConversionFunction> & Partial<Record<KeyedRouteName, ConversionFunction>>
>;

/** The constructs that the functions use. */
interface Parts extends ServiceParts {
  /** Delivers events to webhooks; only where callers have keys. */
  readonly webhooks?: Webhooks | undefined;
}

/** The settings and permissions of a function; a new route does not compile without its line. */
interface RouteFunction
  extends Pick<ConversionFunctionProps, 'description' | 'timeout' | 'memory' | 'programs' | 'files' | 'page'> {
  readonly grant?: (parts: Parts, fn: ConversionFunction) => void;
}

/** One function for all routes of webhooks, which are seldom requested. */
const WEBHOOKS: RouteFunction = {
  description: 'Keeps the webhooks of accounts',
  grant: ({ storage, webhooks }, fn) => {
    storage.callers?.grantKeepWebhooks(fn);
    // For replays of events.
    storage.grantStatus(fn);
    webhooks?.grantSend(fn);
  },
};

const FUNCTIONS: Record<RouteName, RouteFunction> = {
  health: { description: 'Tells that the service works' },
  formats: {
    description: 'Lists the formats and what each can be converted to',
    grant: ({ engines }, fn) => engines.announce(fn),
  },
  convert: {
    description: 'Takes a file, has it converted and waits for the result',
    memory: 512,
    // A second more than the integration timeout of API Gateway.
    timeout: Duration.seconds(30),
    programs: [DETECTION_WORKER],
    grant: grantConvert,
  },
  uploads: {
    description: 'Signs the form with which a client uploads a file by itself',
    grant: ({ storage }, fn) => storage.grantUploads(fn),
  },
  download: {
    description: 'Streams a result and deletes it',
    timeout: Duration.millis(LONGEST_DOWNLOAD),
    grant: ({ storage }, fn) => storage.grantDownload(fn),
  },
  status: { description: 'Tells how far a conversion is', grant: ({ storage }, fn) => storage.grantStatus(fn) },
  usage: { description: 'Tells what an account has used', grant: ({ storage }, fn) => storage.callers?.grantUsage(fn) },
  webhooks: WEBHOOKS,
  addWebhook: WEBHOOKS,
  removeWebhook: WEBHOOKS,
  rotateWebhook: WEBHOOKS,
  testWebhook: WEBHOOKS,
  replayWebhook: WEBHOOKS,
  listConversions: {
    description: 'Lists the conversions of an account',
    grant: ({ storage }, fn) => storage.grantList(fn),
  },
  deleteConversion: {
    description: 'Deletes a conversion and its files',
    grant: ({ storage }, fn) => storage.grantDelete(fn),
  },
  openapi: { description: 'Gives the OpenAPI document', files: [DOCUMENTS.openapi] },
  page: {
    description: 'Gives the files of the web page',
    page: true,
    grant: ({ storage }, fn) => storage.announceUploads(fn),
  },
  docs: { description: 'Gives the page about the API', files: [DOCUMENTS.docs] },
};

/** Convert invokes quick engines itself, and queues jobs for the others. */
function grantConvert({ storage, engines, jobs, metrics }: Parts, fn: ConversionFunction): void {
  storage.grantConvert(fn);
  engines.announce(fn);
  for (const engine of engines.list) if (engine.worker.lane === 'request') engines.grantConvert(fn, engine);
  jobs.grantSend(fn);
  metrics.announce(fn);
}

export interface RouteFunctionsProps extends Parts {
  /**
   * The largest result in bytes that is streamed; the download of a larger one is a redirect (302) to a presigned URL. That is
   * faster for clients that follow redirects: API Gateway streams 2 MB a second beyond the first 10 MB, and keeps a function
   * running meanwhile. The URL can be used more than once until it expires.
   * @default - what Lambda can stream, 200 MB
   */
  readonly redirectAbove?: number;
  /**
   * The reserved concurrency of the functions of single routes, as in `{ convert: 50, download: 20 }`. Lambda keeps at least
   * 100 of the account's concurrency unreserved, so a new account can reserve none.
   * @default - none
   */
  readonly reservedConcurrency?: Readonly<Partial<Record<RouteName, number>>>;
}

/** The functions behind the API: one for each entry of a route, and a fallback for all other requests. */
export class RouteFunctions extends Construct {
  /** The functions by route; some exist only where callers have keys. */
  public readonly byRoute: FunctionsByRoute;
  public readonly fallback: ConversionFunction;
  /** All functions. */
  public readonly list: readonly ConversionFunction[];

  constructor(scope: Construct, id: string, props: RouteFunctionsProps) {
    super(scope, id);
    const { logRetention } = props;

    const made = new Map<string, ConversionFunction>();
    const functions = routesFor(props.storage.callers !== undefined).map(({ name, entry }) => {
      const reserved = props.reservedConcurrency?.[name];
      const known = made.get(entry);
      if (known && reserved !== undefined)
        throw new Error(`reservedConcurrency: ${name} is answered by the function of another route; name that.`);
      if (known) return [name, known] as const;
      const { grant, ...settings } = FUNCTIONS[name];
      const fn = new ConversionFunction(this, constructId(name), {
        ...settings,
        entry,
        logRetention,
        ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      });
      made.set(entry, fn);
      grant?.(props, fn);
      return [name, fn] as const;
    });
    this.byRoute = Object.fromEntries(functions) as FunctionsByRoute;
    if (props.redirectAbove !== undefined) this.redirectAbove(props.redirectAbove);

    this.fallback = new ConversionFunction(this, 'Fallback', {
      entry: FALLBACK_ENTRY,
      description: 'Answers every request that no route takes, and CORS preflights',
      logRetention,
    });
    props.storage.callers?.announce(this.fallback);
    this.list = [...Object.values(this.byRoute), this.fallback];
  }

  private redirectAbove(bytes: number): void {
    if (!Number.isInteger(bytes) || bytes < 0 || bytes > LARGEST_STREAM)
      throw new Error(`redirectAbove is a number of bytes up to ${LARGEST_STREAM}; it cannot be ${bytes}.`);
    this.byRoute.download.addEnvironment(ENVIRONMENT.redirectAbove, `${bytes}`);
  }
}
