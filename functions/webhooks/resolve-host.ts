import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { DeliveryFailure } from './delivery-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** Finds the addresses of a name: those of IPv4 and of IPv6. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The address to which a request for a host goes. Whoever has the name may have it lead to a private address, also between
 * two look-ups: so the connection is made to what is returned here, and the name is not looked up again.
 * @throws DeliveryFailure when there is none, or one of them is not public
 */
export async function resolveHost(host: string, lookUp: LookUp, signal: AbortSignal): Promise<string> {
  const addresses = isIP(host) === 0 ? await lookUp(host, signal) : [host];
  // IPv4 first: functions of Lambda have no way to IPv6.
  const [address] = [...addresses].sort((one, other) => isIP(one) - isIP(other));
  if (address === undefined) throw new DeliveryFailure('its name has no address');
  if (!addresses.every(isPublicAddress)) throw new DeliveryFailure('its address is not public');
  return address;
}

/** Asks the name servers of this machine, and not its file of hosts. */
export const lookUpByDns: LookUp = async (name, signal) => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};
