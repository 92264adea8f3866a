import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type JobQueueName, queueOf } from '../../functions/conversion/job-queues.ts';
import { dispatchTime } from '../../functions/conversion/job-times.ts';
import { readersOf } from '../../functions/engines/index.ts';
import { DISPATCH_ENTRY } from '../../functions/routes.ts';
import { VIDEO_ENGINE } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { ConversionQueue } from './conversion-queue.ts';
import type { LongVideos } from './long-videos.ts';

/**
 * The default concurrency of each queue. A job takes two of the account's concurrent executions, of which a new account has
 * ten; long jobs take them longest.
 */
export const AT_ONCE = { quick: 3, medium: 3, long: 2 } as const satisfies Record<JobQueueName, number>;

export interface DispatchProps extends Omit<ServiceParts, 'jobs'> {
  /** The queue that it consumes. */
  readonly queue: ConversionQueue;
  /** Converts long videos. @default - they get a worse preset, or are refused */
  readonly longVideos?: LongVideos | undefined;
  /**
   * How many jobs of each queue run at once, 2 to 1000, which bounds the cost of a burst of requests. One number for all, or
   * one for each of `quick` (pictures), `medium` (documents, tables, fonts, models) and `long` (videos, archives, text
   * recognition).
   * @default quick 3, medium 3, long 2
   */
  readonly maximumConcurrency?: number | Readonly<Partial<Record<JobQueueName, number>>>;
}

/**
 * Dispatches the jobs of a queue to engines. It decodes nothing: it claims a job, invokes the engine with links to the files,
 * and records the outcome. It mostly waits, so that its memory is small.
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
    const readers = [...own, ...successors].flatMap((engine) => readersOf(engine));
    const joined = own.flatMap(({ joins }) => joins ?? []);
    const helpers = engines.list.filter(({ conversions }) =>
      Object.values(conversions).some((targets) => joined.some((target) => targets.includes(target))),
    );
    storage.grantDispatch(this.function, own);
    engines.announce(this.function);
    metrics.announce(this.function);
    const called = new Set([...own, ...successors, ...readers, ...helpers].map(({ name }) => name));
    for (const engine of engines.list) if (called.has(engine.name)) engines.grantConvert(this.function, engine);
    if (own.some(({ name }) => name === VIDEO_ENGINE)) props.longVideos?.grantBegin(this.function);
    const atOnce = typeof maximumConcurrency === 'number' ? maximumConcurrency : maximumConcurrency[queue.name];
    queue.deliverJobs(this.function, atOnce ?? AT_ONCE[queue.name]);
  }
}
