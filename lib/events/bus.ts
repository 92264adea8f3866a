import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { EventDetails } from '../../functions/events/bus-detail.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';

export interface BusProps {
  /**
   * The details of events on the bus. `counts`: account, formats, sizes, times. `all`: also the identifier and the link, with
   * which a consumer can download the result, the filename and the options.
   * @default 'counts'
   */
  readonly eventDetails?: EventDetails;
}

/** The event bus of conversions, for rules of the operator. */
export class Bus extends Construct {
  public readonly eventBus: EventBus;
  private readonly details: EventDetails;

  constructor(scope: Construct, id: string, { eventDetails = 'counts' }: BusProps) {
    super(scope, id);
    this.details = eventDetails;
    this.eventBus = new EventBus(this, 'Bus', { description: 'What happens to conversions' });
  }

  /** Lets a workload put events on the bus. */
  grantPut(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.eventBus, this.eventBus.eventBusName);
    workload.addEnvironment(ENVIRONMENT.eventDetails, this.details);
    allow(workload, ['events:PutEvents'], [this.eventBus.eventBusArn]);
  }
}
