import { Construct } from 'constructs';
import { Bus, type BusProps } from './bus.ts';
import { Transitions, type TransitionsProps } from './transitions.ts';
import type { Webhooks } from './webhooks.ts';

/** The settings of events. */
export interface EventsSettings {
  /**
   * Whether there are events even if callers have no keys: `conversion.ready`, `conversion.failed`, `conversion.expired`. They
   * are read from the stream of the table, which keeps every write for a day. Where callers have keys there always are events.
   * @default false
   */
  readonly events?: boolean;
}

export interface EventsProps extends TransitionsProps, BusProps {
  /** Delivers events to webhooks; only where callers have keys. */
  readonly webhooks: Webhooks | undefined;
}

/** The events of conversions, for the bus and webhooks. */
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
