import { useListeners } from '../../functions/services/listeners.ts';
import { deliveryServices, useDeliveries } from '../../functions/services/webhooks.ts';
import { deliver } from '../../functions/webhooks/deliver.ts';
import { Deliveries } from './deliveries.ts';

/** Makes the handlers, which run in this process, deliver events from here. */
export function useLocalWebhooks(): Deliveries {
  const deliveries = new Deliveries({
    handle: (delivery, tried) => deliver(delivery, tried, deliveryServices()),
  });
  useDeliveries(deliveries);
  // Resets the listeners, so that they are built with this queue.
  useListeners(undefined);
  return deliveries;
}
