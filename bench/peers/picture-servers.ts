import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { npmInstall } from './npm-install.ts';

/** A server of a peer, in a process of its own. */
export interface PeerServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** IPX, and the sharp that it asks for. */
const IPX = ['ipx@3.1.1', 'sharp@0.34.5'];
export const IPX_NAME = `IPX (${IPX.join(', ')})`;

/** sharp behind HTTP: a POST is answered with webp. */
export function startSharpServer(): Promise<PeerServer> {
  return start('sharp-server.ts');
}

/**
 * IPX behind HTTP, on the pictures of a folder; it is installed into another one.
 * @returns nothing where npm could not install it; that has been said
 */
export async function startIpx(installed: string, pictures: string): Promise<PeerServer | undefined> {
  return (await npmInstall(installed, IPX)) ? start('ipx-server.ts', installed, pictures) : undefined;
}

async function start(program: string, ...args: string[]): Promise<PeerServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const stop = async () => {
      if (child.kill()) await once(child, 'exit');
    };
    return { origin: `http://127.0.0.1:${line.trim()}`, pid: child.pid ?? 0, stop };
  }
  throw new Error(`${program} did not start.`);
}
