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
import { PORTS, runtimeEnvironment, type Session } from './runtime-environment.ts';
import { viewsOf } from './views.ts';

/** The time that a function has to be loaded, in milliseconds. */
const INIT_TIME = 10_000;

/** How often it is looked how much memory an environment takes, in milliseconds. */
const MEMORY_INTERVAL = 100;

export interface EnvironmentOptions {
  readonly fn: DeployedFunction;
  readonly workbench: Workbench;
  readonly session: Session;
  /** Who answers at the ports of AWS's services. */
  readonly services: Readonly<Record<number, RequestListener | undefined>>;
}

/** One environment of a function, in which it answers one call after the other. */
export class ExecutionEnvironment {
  readonly fn: DeployedFunction;
  private readonly api: RuntimeApi;
  private readonly sandbox: Sandbox;
  private readonly root: string;
  private readonly watch: NodeJS.Timeout;
  private ended = false;
  private most = 0;

  constructor({ fn, workbench, session, services }: EnvironmentOptions) {
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
      environment: runtimeEnvironment(fn, session),
      command: ['/var/lang/bin/node', '/var/runtime/bootstrap.mts'],
    });
    this.watch = setInterval(() => this.measure(), MEMORY_INTERVAL);
    this.sandbox.ended.then((code) => this.end('Runtime.ExitError', `Runtime exited with status ${code}`));
  }

  /** Whether it can be called, now or when it has answered. */
  get alive(): boolean {
    return !this.ended;
  }

  /** The most memory that it has taken, as far as has been seen, in MB. */
  get peak(): number {
    return this.most;
  }

  /** What the function has logged, and what else was printed. */
  get log(): string {
    return this.sandbox.output;
  }

  /** Has the function answer a call; the environment is ended when that takes too long. */
  async invoke(event: Buffer): Promise<Answer> {
    this.sandbox.thaw();
    await this.within(INIT_TIME, 'init', this.api.ready.promise);
    const time = this.fn.timeout * 1000;
    const invocation = { id: randomUUID(), event, deadline: Date.now() + time };
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
      this.end('Sandbox.Timedout', `Task timed out: ${what} took more than ${time} ms`);
      this.stop();
    }, time);
    return done.finally(() => clearTimeout(timer));
  }

  /** Ends the environment when it takes more memory than the function has, as Lambda does. */
  private measure(): void {
    this.most = Math.max(this.most, this.sandbox.memory);
    if (this.most <= this.fn.memory) return;
    this.end('Runtime.OutOfMemory', `${this.most} of ${this.fn.memory} MB`);
    this.stop();
  }

  private end(errorType: string, errorMessage: string): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watch);
    rmSync(this.root, { recursive: true, force: true });
    this.api.end(new FunctionFailure({ errorType, errorMessage, trace: [this.log] }));
  }
}
