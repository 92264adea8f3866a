import { Construct } from 'constructs';
import { constructId } from '../engines/construct-id.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import type { Workload } from '../permissions/workload.ts';
import { ConversionQueue } from './conversion-queue.ts';
import { ConversionWorker, type ConversionWorkerProps } from './dispatch.ts';
import { GiveUp } from './give-up.ts';

export interface ConversionWorkersProps extends Omit<ConversionWorkerProps, 'engine' | 'layers' | 'queue'> {
  /** Each gets a queue and a worker, those that run in convert too: `Prefer: respond-async` leaves them a job. */
  readonly engines: DeployedEngines;
}

/** A queue and a worker for every engine, and what ends the jobs that no worker could do. */
export class ConversionWorkers extends Construct {
  /** By the name of the engine. */
  public readonly queues: ReadonlyMap<string, ConversionQueue>;
  /** By the name of the engine. */
  public readonly byEngine: ReadonlyMap<string, ConversionWorker>;
  public readonly giveUp: GiveUp;

  constructor(scope: Construct, id: string, props: ConversionWorkersProps) {
    super(scope, id);
    const queues = new Map<string, ConversionQueue>();
    const workers = new Map<string, ConversionWorker>();
    for (const engine of props.engines.list) {
      const queue = new ConversionQueue(this, `${constructId(engine.name)}Queue`, { engine });
      const layers = props.engines.layersOf([engine]);
      queues.set(engine.name, queue);
      workers.set(
        engine.name,
        new ConversionWorker(this, constructId(engine.name), { ...props, engine, layers, queue }),
      );
    }
    this.queues = queues;
    this.byEngine = workers;
    this.giveUp = new GiveUp(this, 'GiveUp', { ...props, queues: [...queues.values()] });
  }

  /** Lets a workload hand in jobs for every engine. */
  grantSend(workload: Workload): void {
    for (const queue of this.queues.values()) queue.grantSend(workload);
  }
}
