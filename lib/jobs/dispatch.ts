import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { attemptTime } from '../../functions/conversion/job-times.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { DISPATCH_ENTRY } from '../../functions/routes.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceMetrics } from '../operation/service-metrics.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import type { ConversionQueue } from './conversion-queue.ts';

export interface DispatchProps {
  /** The engine whose jobs it dispatches. */
  readonly engine: Engine;
  /** What it calls the engine through. */
  readonly engines: DeployedEngines;
  /** Where the jobs come from. */
  readonly queue: ConversionQueue;
  /** Under what name it counts them. */
  readonly metrics: ServiceMetrics;
  /** Where sources, results and records are kept. */
  readonly storage: ConversionStorage;
  /**
   * How many jobs of the engine are done at once, 2 to 1000: the most that a burst of requests can cost.
   * @default 10
   */
  readonly maximumConcurrency?: number;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * Has an engine do the jobs of its queue. It decodes nothing: it claims a job, calls the engine with links to the files,
 * and notes what comes of it, so it is as small as its waiting is long.
 */
export class Dispatch extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, props: DispatchProps) {
    super(scope, id);
    const { engine, engines, metrics, queue, storage, maximumConcurrency = 10, logRetention } = props;

    this.function = new ConversionFunction(this, 'Function', {
      entry: DISPATCH_ENTRY,
      description: `Has ${engine.name} do the jobs of its queue`,
      memory: 256,
      timeout: Duration.seconds(attemptTime(engine)),
      logRetention,
    });
    storage.grantDispatch(this.function, engine);
    engines.announce(this.function);
    metrics.announce(this.function);
    for (const able of [engine, engine.successor])
      if (able && engines.functions.has(able.name)) engines.grantConvert(this.function, able);
    queue.deliverJobs(this.function, maximumConcurrency);
  }
}
