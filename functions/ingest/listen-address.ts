import { ENVIRONMENT } from '../environment.ts';

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

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
  const port = URL.parse(`tcp://${text}`)?.port;
  if (!port || !text.endsWith(`:${port}`)) return undefined;
  return { host: text.slice(0, -port.length - 1).replace(/^\[|\]$/g, ''), port: Number(port) };
}
