import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { attemptTime } from '../../functions/conversion/job-times.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { EngineLayer } from '../engines/engine-layer.ts';
import type { WorkerNetwork } from '../engines/engine-network.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import type { ConversionQueue } from './conversion-queue.ts';

const ENTRY = 'functions/dispatch/handler.ts';

export interface ConversionWorkerProps {
  /** What it converts with. */
  readonly engine: Engine;
  /** The layers of the engine. */
  readonly layers: readonly EngineLayer[];
  /** Where its jobs come from. */
  readonly queue: ConversionQueue;
  /** Where sources and results are kept. */
  readonly storage: ConversionStorage;
  /**
   * Where it runs.
   * @default false - outside of any VPC
   */
  readonly network?: WorkerNetwork | false;
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

/** Does the jobs of one engine. */
export class ConversionWorker extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, props: ConversionWorkerProps) {
    super(scope, id);
    const { engine, layers, queue, storage, network, maximumConcurrency = 10, logRetention } = props;

    this.function = new ConversionFunction(this, 'Function', {
      entry: ENTRY,
      description: `Converts with ${engine.name}`,
      engines: [engine],
      layers,
      network,
      timeout: Duration.seconds(attemptTime(engine)),
      logRetention,
    });
    this.function.addEnvironment(ENVIRONMENT.engines, engine.name);
    storage.grantWorker(this.function, engine);
    queue.deliverJobs(this.function, maximumConcurrency);
  }
}
