import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import type { EventBus } from '../../events/event-bus.ts';
import { EventBridgeBus } from '../../storage/event-bridge.ts';

/** The bus of the service in EventBridge. */
export function buildEventBus(): EventBus {
  return new EventBridgeBus(new EventBridgeClient(), readEnvironment(ENVIRONMENT.eventBus));
}
