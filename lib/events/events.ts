import { Construct } from 'constructs';
import { Bus, type BusProps } from './bus.ts';
import { Transitions, type TransitionsProps } from './transitions.ts';
import type { Webhooks } from './webhooks.ts';

/** Whether events are delivered. */
export interface EventsSettings {
  /**
   * Whether there are events though callers have no keys: `conversion.ready`, `conversion.failed`, `conversion.expired`.
   * They are read from a stream of the table, which keeps every write for a day. Where callers have keys there always are.
   * @default false
   */
  readonly events?: boolean;
}

export interface EventsProps extends TransitionsProps, BusProps {
  /** The way to the webhooks of accounts, where callers have keys. */
  readonly webhooks: Webhooks | undefined;
}

/** The events of conversions, and who gets them. */
export class Events extends Construct {
  public readonly transitions: Transitions;
  public readonly bus: Bus;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    const { storage, webhooks } = props;
    this.transitions = new Transitions(this, 'Transitions', props);
    const teller = this.transitions.function;
    this.bus = new Bus(this, 'Bus', props);
    this.bus.grantPut(teller);
    storage.callers?.grantWebhooks(teller, ['dynamodb:GetItem']);
    webhooks?.grantSend(teller);
  }
}
