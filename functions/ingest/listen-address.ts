import { isIPv6 } from 'node:net';
import { ENVIRONMENT } from '../environment.ts';

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[A-Za-z0-9.-]+)):(?<port>\d{1,5})$/;
const HIGHEST_PORT = 65_535;

/**
 * The address that Lambda assigns to a web function, or else the one that a container is given.
 * @throws Error when there is none, or it is no address: a server anywhere else would never be asked
 */
export function listenAddress(environment: NodeJS.ProcessEnv): ListenAddress {
  const { lambdaEndpoint, listenAddress: ours } = ENVIRONMENT;
  const name = environment[lambdaEndpoint] === undefined ? ours : lambdaEndpoint;
  const text = environment[name];
  if (text === undefined) throw new Error(`Neither ${lambdaEndpoint} nor ${ours} says where to listen.`);
  const address = parseAddress(text);
  if (!address) throw new Error(`${name} is not host:port: ${JSON.stringify(text)}`);
  return address;
}

function parseAddress(text: string): ListenAddress | undefined {
  const { v6, name, port } = ADDRESS.exec(text)?.groups ?? {};
  const host = v6 !== undefined && isIPv6(v6) ? v6 : name;
  return host && Number(port) <= HIGHEST_PORT ? { host, port: Number(port) } : undefined;
}
