import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { makeRoot } from '../sandbox/root.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { EnvironmentOptions } from './execution-environment.ts';
import { runtimeEnvironment } from './runtime-environment.ts';
import { viewsOf } from './views.ts';

/** Where a web function listens, as its environment tells it. */
const PORT = 3000;

/** How often it is looked whether the server listens, in milliseconds. */
const POLL = 50;

/** A request to a web function. */
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

  constructor({ fn, workbench, session, services }: EnvironmentOptions) {
    const root = mkdtempSync(join(workbench.folder, 'root-'));
    this.socket = `${root}.socket`;
    const views = viewsOf(fn, workbench);
    makeRoot(root, views);
    const address = { RUNTIME_HTTP_PORT: `${PORT}`, AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${PORT}` };
    this.sandbox = new Sandbox({
      ...workbench,
      root,
      views,
      scratch: fn.scratch,
      ports: services,
      entrance: { port: PORT, path: this.socket },
      environment: { ...runtimeEnvironment(fn, session), ...address },
      command: ['/var/lang/bin/node', `/var/task/${fn.handler}`],
    });
  }

  /** What the server has logged. */
  get log(): string {
    return this.sandbox.output;
  }

  /** Sends a request, once the server listens. */
  async request(request: WebRequest): Promise<{ status: number | undefined; body: Buffer }> {
    const { method, path, body } = request;
    const headers = { ...request.headers, 'Content-Length': body.length };
    while (!existsSync(this.socket)) await setTimeout(POLL);
    for (;;) {
      const sent = httpRequest({ socketPath: this.socket, method, path, headers }).end(body);
      const answer = await once(sent, 'response').catch(() => undefined);
      if (!answer) await setTimeout(POLL);
      else
        return { status: (answer[0] as IncomingMessage).statusCode, body: await buffer(answer[0] as IncomingMessage) };
    }
  }

  async stop(): Promise<void> {
    await this.sandbox.stop();
  }
}
