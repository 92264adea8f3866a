import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Engine } from '../functions/conversion/engine.ts';
import { attemptTime } from '../functions/conversion/job-times.ts';
import { ENVIRONMENT } from '../functions/environment.ts';
import { ConversionFunction } from './conversion-function.ts';
import type { ConversionQueue } from './conversion-queue.ts';
import type { ConversionStorage } from './conversion-storage.ts';
import type { EngineLayer } from './engine-layer.ts';
import type { WorkerNetwork } from './engine-network.ts';

const ENTRY = 'functions/workers/convert/handler.ts';

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
