import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { exchange } from './http-client.ts';

/** Warm unoservers, one for each processor. */
export interface Unoservers {
  readonly pids: readonly number[];
  /** Converts a document to pdf: it goes to one that is free, and waits until one is. */
  convert(content: Buffer, options: PdfOptions): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Options of LibreOffice's export to pdf. */
export type PdfOptions = Readonly<Record<string, string>>;

/** How long it may take to start and to stop, in milliseconds. */
const STARTING = 60_000;
const STOPPING = 10_000;

/** Starts as many as there are processors, and waits until they serve. */
export async function startUnoservers(): Promise<Unoservers> {
  // A terminal's Ctrl-C does not reach their groups: let the process exit, and end them then.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const servers = await Promise.all(Array.from({ length: availableParallelism() }, start));
  const free = servers.map(({ url }) => url);
  const waiting: ((url: string) => void)[] = [];
  return {
    pids: servers.map(({ child }) => child.pid ?? 0),
    async convert(content, options) {
      const url = free.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      try {
        return await call(url, content, options);
      } finally {
        const next = waiting.shift();
        if (next) next(url);
        else free.push(url);
      }
    },
    stop: async () => {
      await Promise.all(servers.map(({ child }) => stop(child)));
    },
  };
}

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const [port, officePort] = [await freePort(), await freePort()];
  const args = ['--port', String(port), '--uno-port', String(officePort), '--quiet'];
  // A group of its own, as it may leave its LibreOffice behind: what is left ends with the group.
  const child = spawn('unoserver', args, { detached: true, stdio: 'ignore' });
  process.once('exit', () => endGroup(child));
  const url = `http://127.0.0.1:${port}/`;
  for (const began = Date.now(); ; await setTimeout(500)) {
    const serves = await exchange(url, { method: 'POST', body: methodCall('system.listMethods', '') }).catch(
      () => null,
    );
    if (serves) return { child, url };
    if (Date.now() - began > STARTING || child.exitCode !== null) throw new Error('unoserver did not start.');
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) {
    await Promise.race([once(child, 'exit'), setTimeout(STOPPING, undefined, { ref: false })]);
  }
  endGroup(child);
}

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const NIL = '<nil/>';
const string = (text: string) => `<string>${text}</string>`;

/** Its `convert`, with the file in the call and the result in the answer. */
async function call(url: string, content: Buffer, options: PdfOptions): Promise<Buffer> {
  const listed = Object.entries(options).map(([name, value]) => `<value>${string(`${name}=${value}`)}</value>`);
  const file = `<base64>${content.toString('base64')}</base64>`;
  const values = [NIL, file, NIL, string('pdf'), NIL, `<array><data>${listed.join('')}</data></array>`];
  const params = values.map((value) => `<param><value>${value}</value></param>`).join('');
  const answer = (await exchange(url, { method: 'POST', body: methodCall('convert', params) })).toString('latin1');
  const begin = answer.indexOf('<base64>');
  if (begin === -1) throw new Error(`unoserver: ${answer.slice(0, 500)}`);
  return Buffer.from(answer.slice(begin + '<base64>'.length, answer.indexOf('</base64>')), 'base64');
}

function methodCall(name: string, params: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?><methodCall><methodName>${name}</methodName><params>${params}</params></methodCall>`,
  );
}
