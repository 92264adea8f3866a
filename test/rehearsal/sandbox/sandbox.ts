import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { memoryOf } from './memory.ts';
import type { View } from './root.ts';

/** What runs in a sandbox, and what it finds there. */
export interface SandboxOptions {
  /** The program that makes sandboxes. */
  readonly launcher: string;
  /** The Node.js that opens the ports. */
  readonly node: string;
  /** A folder with a place for each view, as `makeRoot` leaves it. */
  readonly root: string;
  readonly views: readonly View[];
  /** The size of /tmp in MiB. */
  readonly scratch: number;
  /** Who answers on which port of loopback; there is nobody else in the sandbox's network. */
  readonly ports: Readonly<Record<number, RequestListener | undefined>>;
  /** The `host:port` of a server in the sandbox, and the socket in the file system by which it can be reached. */
  readonly entrance?: { readonly address: string; readonly path: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

const KEPT_OUTPUT = 64 * 1024;
const OPEN_PORTS = join(import.meta.dirname, 'open-ports.mts');

/** A process tree that runs as Lambda would run it. */
export class Sandbox {
  /** The exit code, or undefined when it was ended by `stop`. */
  readonly ended: Promise<number | undefined>;
  private readonly process: ChildProcess;
  private readonly servers: Server[] = [];
  private written = '';
  private frozen = false;

  constructor(options: SandboxOptions) {
    this.process = spawn(options.launcher, toArguments(options), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.process.on('message', (message, server) => {
      this.serve(server as Server, options.ports[(message as { port: number }).port]);
    });
    for (const output of [this.process.stdout, this.process.stderr]) this.keep(output);
    this.ended = once(this.process, 'close').then(([code]) => {
      for (const server of this.servers) server.close();
      return (code as number | null) ?? undefined;
    });
  }

  /** The end of what was printed in the sandbox. */
  get output(): string {
    return this.written;
  }

  /** The memory of all that runs in the sandbox, in MB. */
  get memory(): number {
    return this.process.pid === undefined ? 0 : memoryOf(this.process.pid);
  }

  /** Has everything in the sandbox stand still; its program must have been heard of. */
  freeze(): void {
    this.frozen = true;
    this.process.kill('SIGUSR1');
  }

  /** Has everything go on that stands still. */
  thaw(): void {
    if (this.frozen) this.process.kill('SIGUSR2');
    this.frozen = false;
  }

  /** Asks the program to end; its other processes too, whose program is ours. */
  terminate(): void {
    this.process.kill('SIGTERM');
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  private serve(server: Server, listener: RequestListener | undefined): void {
    const http = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, listener);
    server.on('connection', (socket) => http.emit('connection', socket));
    this.servers.push(server);
  }

  private keep(output: Readable | null): void {
    output?.setEncoding('utf8').on('data', (text: string) => {
      this.written = (this.written + text).slice(-KEPT_OUTPUT);
    });
  }
}

export async function runInSandbox(options: SandboxOptions): Promise<{ code: number | undefined; output: string }> {
  const sandbox = new Sandbox(options);
  return { code: await sandbox.ended, output: sandbox.output };
}

function toArguments(options: SandboxOptions): string[] {
  const { root, scratch, views, ports, entrance, environment, command, node } = options;
  const opened = [...Object.keys(ports), ...(entrance ? [`${entrance.path}:${entrance.address}`] : [])];
  return [
    ...[root, `${scratch}`, ...views.flatMap(({ source, target }) => [source, target]), '--'],
    ...(opened.length > 0 ? [node, OPEN_PORTS, ...opened] : []),
    ...['--', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    ...['--', ...command],
  ];
}
