import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { EventDetails } from '../../functions/events/bus-detail.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';

export interface BusProps {
  /**
   * How much events on the bus tell. `counts`: whose conversion it was, formats, sizes, times. `all`: also its identifier
   * and link, with which whoever reads the event can download the result, and the name of the file and options.
   * @default 'counts'
   */
  readonly eventDetails?: EventDetails;
}

/** The bus on which the operator gets the events of conversions. Nothing listens until a rule is made. */
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
