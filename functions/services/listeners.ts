import { buildEventBus } from '#aws/event-bus.ts';
import { ENVIRONMENT } from '../environment.ts';
import { busDetail, type EventDetails } from '../events/bus-detail.ts';
import { busListener } from '../events/event-bus.ts';
import type { Listener } from '../events/listener.ts';
import { conversionInLog } from '../logger.ts';
import { webhookListener } from '../webhooks/announce.ts';
import { recorder } from './recorder.ts';
import { hasWebhooks, webhookServices } from './webhooks.ts';

/**
 * All listeners for transitions, on AWS and on one machine: one line each. It is made on first use, by the services of
 * this process, and says that there is none by giving undefined.
 */
const MAKERS: readonly (() => Listener | undefined)[] = [
  recorder,
  () => (process.env[ENVIRONMENT.eventBus] ? listenerOfBus() : undefined),
  () => (hasWebhooks() ? webhookListener(webhookServices) : undefined),
];

let listeners: readonly Listener[] | undefined;

/** Who listens for transitions. */
export function eventListeners(): readonly Listener[] {
  listeners ??= MAKERS.flatMap((make) => make() ?? []);
  return listeners;
}

/** Reports the transitions that this process sees to listeners elsewhere; undefined: those who hear of them otherwise. */
export function useListeners(others: readonly Listener[] | undefined): void {
  listeners = others;
}

function listenerOfBus(): Listener {
  const details: EventDetails = process.env[ENVIRONMENT.eventDetails] === 'all' ? 'all' : 'counts';
  return busListener(buildEventBus(), (transition) => busDetail(transition, details, conversionInLog));
}
