import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { makeRoot } from '../sandbox/root.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { EnvironmentOptions } from './execution-environment.ts';
import { webEnvironment } from './runtime-environment.ts';
import { viewsOf } from './views.ts';

/** How often it is looked whether the server listens, in milliseconds. */
const POLL = 50;

/** How long a web function may take until it listens, in milliseconds. */
const INIT_TIME = 10_000;

/** How long a web function has after SIGTERM, in milliseconds. */
const LAST_SECOND = 1000;

export interface WebRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A web function: an HTTP server of ours that Lambda runs. */
export class WebServer {
  private readonly sandbox: Sandbox;
  private readonly socket: string;
  private readonly address = anyAddress();

  constructor({ fn, workbench, session, services }: EnvironmentOptions) {
    const root = mkdtempSync(join(workbench.folder, 'root-'));
    this.socket = `${root}.socket`;
    const views = viewsOf(fn, workbench);
    makeRoot(root, views);
    this.sandbox = new Sandbox({
      ...workbench,
      root,
      views,
      scratch: fn.scratch,
      ports: services,
      entrance: { address: this.address, path: this.socket },
      environment: { ...webEnvironment(fn, session), AWS_LAMBDA_HTTP_ENDPOINT: this.address },
      command: ['/var/lang/bin/node', `/var/task/${fn.handler}`],
    });
  }

  get log(): string {
    return this.sandbox.output;
  }

  /** Sends a request, once the server listens. */
  async request(request: WebRequest): Promise<{ status: number | undefined; body: Buffer }> {
    const { method, path, body } = request;
    await this.listens();
    const headers = { ...request.headers, 'Content-Length': body.length };
    const sent = httpRequest({ socketPath: this.socket, method, path, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await buffer(answer) };
  }

  /** Knocks at the address that the server was given, and at no other. */
  private async listens(): Promise<void> {
    const until = Date.now() + INIT_TIME;
    while (!existsSync(this.socket)) await setTimeout(POLL);
    while (!(await this.knock())) {
      if (Date.now() > until) throw new Error(`Nobody listens at ${this.address}: ${this.log}`);
      await setTimeout(POLL);
    }
  }

  private async knock(): Promise<boolean> {
    const sent = httpRequest({ socketPath: this.socket, method: 'HEAD', path: '/', agent: false }).end();
    const answer = (await once(sent, 'response').catch(() => undefined)) as [IncomingMessage] | undefined;
    answer?.[0].resume();
    return answer !== undefined;
  }

  /** Ends the environment as Lambda does when fewer are needed: with a signal, and a second for what that sets off. */
  async scaleIn(): Promise<void> {
    this.sandbox.terminate();
    await Promise.race([this.sandbox.ended, setTimeout(LAST_SECOND)]);
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.sandbox.stop();
  }
}

/** An address that nobody would guess: whoever listens at another one is not asked. */
function anyAddress(): string {
  return `127.${randomInt(1, 255)}.0.${randomInt(2, 255)}:${randomInt(10_000, 60_000)}`;
}
