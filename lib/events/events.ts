import { Construct } from 'constructs';
import { Transitions, type TransitionsProps } from './transitions.ts';

/** Whether it is told what happens to conversions. */
export interface EventsSettings {
  /**
   * Whether there are events: `conversion.ready`, `conversion.failed`, `conversion.expired`. They are read from a stream
   * of the table, which keeps every write for a day.
   * @default - where callers have keys
   */
  readonly events?: boolean;
}

export interface EventsProps extends TransitionsProps {}

/** What happens to conversions, and who is told of it. */
export class Events extends Construct {
  public readonly transitions: Transitions;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    this.transitions = new Transitions(this, 'Transitions', props);
  }
}
