import { AsyncLocalStorage } from 'node:async_hooks';
import { placeOf } from '../functions/callers/caller.ts';

const present = new AsyncLocalStorage<string>();

/** Runs a function in the async context of a request. @param address the remote address of its connection */
export function duringRequestFrom<T>(address: string | undefined, answer: () => T): T {
  return present.run(placeOf(address), answer);
}

/** The address of the current request's client, of IPv6 its network; undefined outside of requests. */
export function clientPlace(): string | undefined {
  return present.getStore();
}
