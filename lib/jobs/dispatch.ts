import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type JobQueueName, queueOf } from '../../functions/conversion/job-queues.ts';
import { dispatchTime } from '../../functions/conversion/job-times.ts';
import { DISPATCH_ENTRY } from '../../functions/routes.ts';
import { type DeployedEngines, VIDEO_ENGINE } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceMetrics } from '../operation/service-metrics.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import type { ConversionQueue } from './conversion-queue.ts';
import type { LongVideos } from './long-videos.ts';

/**
 * How many jobs of a queue are done at once, if nobody says otherwise. Each holds two of the calls that the account may
 * have under way, which for a new account are ten; long jobs hold them longest.
 */
export const AT_ONCE = { quick: 3, medium: 3, long: 2 } as const satisfies Record<JobQueueName, number>;

export interface DispatchProps {
  /** What it calls the engines through. */
  readonly engines: DeployedEngines;
  /** Where the jobs come from. */
  readonly queue: ConversionQueue;
  /** What converts long videos. @default - nothing: they get a lesser preset, or are refused */
  readonly longVideos?: LongVideos | undefined;
  /** Under what name it counts them. */
  readonly metrics: ServiceMetrics;
  /** Where sources, results and records are kept. */
  readonly storage: ConversionStorage;
  /**
   * How many jobs of each queue are done at once, 2 to 1000: the most that a burst of requests can cost. One number for
   * all, or one for each of `quick` (pictures), `medium` (documents, tables, fonts, models) and `long` (videos, archives,
   * text recognition).
   * @default quick 3, medium 3, long 2
   */
  readonly maximumConcurrency?: number | Readonly<Partial<Record<JobQueueName, number>>>;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * Has engines do the jobs of their queue. It decodes nothing: it claims a job, calls its engine with links to the files,
 * and notes what comes of it, so it is as small as its waiting is long.
 */
export class Dispatch extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, props: DispatchProps) {
    super(scope, id);
    const { engines, metrics, queue, storage, maximumConcurrency = {}, logRetention } = props;

    this.function = new ConversionFunction(this, 'Function', {
      entry: DISPATCH_ENTRY,
      description: `Has engines do the ${queue.name} jobs`,
      memory: 256,
      timeout: Duration.seconds(dispatchTime(queue.name)),
      logRetention,
    });
    const own = engines.list.filter((engine) => queueOf(engine) === queue.name);
    const successors = own.flatMap(({ successor }) => successor ?? []);
    const joined = own.flatMap(({ joins }) => joins ?? []);
    const helpers = engines.list.filter(({ conversions }) =>
      Object.values(conversions).some((targets) => joined.some((target) => targets.includes(target))),
    );
    storage.grantDispatch(this.function, own);
    engines.announce(this.function);
    metrics.announce(this.function);
    const called = new Set([...own, ...successors, ...helpers].map(({ name }) => name));
    for (const engine of engines.list) if (called.has(engine.name)) engines.grantConvert(this.function, engine);
    if (own.some(({ name }) => name === VIDEO_ENGINE)) props.longVideos?.grantBegin(this.function);
    const atOnce = typeof maximumConcurrency === 'number' ? maximumConcurrency : maximumConcurrency[queue.name];
    queue.deliverJobs(this.function, atOnce ?? AT_ONCE[queue.name]);
  }
}
