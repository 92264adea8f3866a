import { AsyncLocalStorage } from 'node:async_hooks';
import { placeOf } from '../functions/callers/caller.ts';

const present = new AsyncLocalStorage<string>();

/** Answers a request, of whose client `clientPlace` then tells. @param address of its connection */
export function duringRequestFrom<T>(address: string | undefined, answer: () => T): T {
  return present.run(placeOf(address), answer);
}

/** From where the present request comes: an address, or of IPv6 a network. Nothing where there is no request. */
export function clientPlace(): string | undefined {
  return present.getStore();
}
