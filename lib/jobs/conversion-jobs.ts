import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { JOB_QUEUE_NAMES, type JobQueueName, queueOf } from '../../functions/conversion/job-queues.ts';
import { constructId } from '../engines/construct-id.ts';
import type { Workload } from '../permissions/workload.ts';
import { ConversionQueue } from './conversion-queue.ts';
import { Dispatch, type DispatchProps } from './dispatch.ts';

/** All engines have queues, also those that convert invokes itself, for `Prefer: respond-async`. */
export interface ConversionJobsProps extends Omit<DispatchProps, 'queue'> {}

/** The queues of jobs, and the functions that dispatch them to engines. */
export class ConversionJobs extends Construct {
  /** The queues of the deployed engines. */
  public readonly queues: ReadonlyMap<JobQueueName, ConversionQueue>;
  /** The dispatch functions by the name of their queue. */
  public readonly dispatches: ReadonlyMap<JobQueueName, Dispatch>;

  constructor(scope: Construct, id: string, props: ConversionJobsProps) {
    super(scope, id);
    const used = new Set(props.engines.list.map(queueOf));
    const queues = new Map<JobQueueName, ConversionQueue>();
    const dispatches = new Map<JobQueueName, Dispatch>();
    for (const name of JOB_QUEUE_NAMES.filter((candidate) => used.has(candidate))) {
      const queue = new ConversionQueue(this, `${constructId(name)}Queue`, { name });
      queues.set(name, queue);
      dispatches.set(name, new Dispatch(this, constructId(name), { ...props, queue }));
    }
    this.queues = queues;
    this.dispatches = dispatches;
    // Lambda makes functions inactive that are not invoked for weeks, and refuses the next invocations. Dispatch may invoke
    // them anyway. A rule has at most five targets.
    new Rule(this, 'Wake', {
      description: 'Once a week: call the engines, so that none becomes Inactive',
      schedule: Schedule.rate(Duration.days(7)),
      targets: [...dispatches.values()].map(
        (dispatch) => new LambdaFunction(dispatch.function, { event: RuleTargetInput.fromObject({ wake: true }) }),
      ),
    });
  }

  /** Lets a workload queue jobs for all engines. */
  grantSend(workload: Workload): void {
    for (const queue of this.queues.values()) queue.grantSend(workload);
  }
}
