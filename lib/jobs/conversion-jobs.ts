import { Construct } from 'constructs';
import { constructId } from '../engines/construct-id.ts';
import type { Workload } from '../permissions/workload.ts';
import { ConversionQueue } from './conversion-queue.ts';
import { DeadLetters } from './dead-letters.ts';
import { Dispatch, type DispatchProps } from './dispatch.ts';
import { GiveUp } from './give-up.ts';

/** Every engine gets a queue, those that convert calls itself too: `Prefer: respond-async` leaves them a job. */
export interface ConversionJobsProps extends Omit<DispatchProps, 'engine' | 'queue'> {}

/** A queue for every engine, what hands its jobs to the engine, and what ends those that failed at every attempt. */
export class ConversionJobs extends Construct {
  /** By the name of the engine. */
  public readonly queues: ReadonlyMap<string, ConversionQueue>;
  /** By the name of the engine. */
  public readonly dispatches: ReadonlyMap<string, Dispatch>;
  /** One for all engines: each queue of whose messages Lambda is told costs some cents a month, idle or not. */
  public readonly deadLetters: DeadLetters;
  public readonly giveUp: GiveUp;

  constructor(scope: Construct, id: string, props: ConversionJobsProps) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    const { deadLetters } = this;
    const queues = new Map<string, ConversionQueue>();
    const dispatches = new Map<string, Dispatch>();
    for (const engine of props.engines.list) {
      const queue = new ConversionQueue(this, `${constructId(engine.name)}Queue`, { engine, deadLetters });
      queues.set(engine.name, queue);
      dispatches.set(engine.name, new Dispatch(this, constructId(engine.name), { ...props, engine, queue }));
    }
    this.queues = queues;
    this.dispatches = dispatches;
    this.giveUp = new GiveUp(this, 'GiveUp', { ...props, deadLetters });
  }

  /** Lets a workload hand in jobs for every engine. */
  grantSend(workload: Workload): void {
    for (const queue of this.queues.values()) queue.grantSend(workload);
  }
}
