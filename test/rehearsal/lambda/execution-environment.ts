import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { makeRoot } from '../sandbox/root.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Workbench } from '../workbench.ts';
import { type Answer, FunctionFailure } from './invocation.ts';
import { RuntimeApi } from './runtime-api.ts';
import { PORTS, runtimeEnvironment } from './runtime-environment.ts';
import { viewsOf } from './views.ts';

/** The time that a function has to be loaded, in milliseconds. */
const INIT_TIME = 10_000;

/** What an environment is made of. */
export interface EnvironmentOptions {
  readonly fn: DeployedFunction;
  readonly workbench: Workbench;
  readonly accessKey: string;
  /** Who answers at the ports of AWS's services. */
  readonly services: Readonly<Record<number, RequestListener | undefined>>;
}

/** One environment of a function, in which it answers one call after the other. */
export class ExecutionEnvironment {
  readonly fn: DeployedFunction;
  private readonly api: RuntimeApi;
  private readonly sandbox: Sandbox;
  private readonly root: string;
  private ended = false;

  constructor({ fn, workbench, accessKey, services }: EnvironmentOptions) {
    this.fn = fn;
    this.api = new RuntimeApi(fn.arn);
    this.root = mkdtempSync(join(workbench.folder, 'root-'));
    const views = viewsOf(fn, workbench);
    makeRoot(this.root, views);
    this.sandbox = new Sandbox({
      ...workbench,
      root: this.root,
      views,
      scratch: fn.scratch,
      ports: { [PORTS.runtime]: this.api.listener, ...services },
      environment: runtimeEnvironment(fn, accessKey),
      command: ['/var/lang/bin/node', '/var/runtime/bootstrap.mts'],
    });
    this.sandbox.ended.then((code) => this.end(`Runtime exited with status ${code}`));
  }

  /** Whether it can be called, now or when it has answered. */
  get alive(): boolean {
    return !this.ended;
  }

  /** What the function has logged, and what else was printed. */
  get log(): string {
    return this.sandbox.output;
  }

  /** Has the function answer a call; the environment is ended when that takes too long. */
  async invoke(event: Buffer, tenant?: string): Promise<Answer> {
    this.sandbox.thaw();
    await this.within(INIT_TIME, 'init', this.api.ready.promise);
    const time = this.fn.timeout * 1000;
    const invocation = { id: randomUUID(), event, tenant, deadline: Date.now() + time };
    const answer = await this.within(time, 'call', this.api.invoke(invocation));
    const left = invocation.deadline - Date.now();
    this.within(left, 'call', this.api.whenIdle()).catch(() => undefined);
    return answer;
  }

  /** Resolves when it waits for the next call, and stands still until then; rejects when it has ended instead. */
  async rest(): Promise<void> {
    await this.api.whenIdle();
    this.sandbox.freeze();
  }

  async stop(): Promise<void> {
    await this.sandbox.stop();
  }

  private async within<T>(time: number, what: string, done: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.end(`Task timed out: ${what} took more than ${time} ms`);
      this.stop();
    }, time);
    return done.finally(() => clearTimeout(timer));
  }

  private end(errorMessage: string): void {
    if (this.ended) return;
    this.ended = true;
    rmSync(this.root, { recursive: true, force: true });
    this.api.end(new FunctionFailure({ errorType: 'Runtime.ExitError', errorMessage, trace: [this.log] }));
  }
}
