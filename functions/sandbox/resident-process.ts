import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { ConversionError, ERRORS, type ErrorCode } from '../conversion/errors.ts';
import { confinement, jailedNode } from './confinement.ts';
import { killJailed } from './jail.ts';
import { locateProgram } from './program.ts';
import { makeHome, removeHome } from './resident-home.ts';
import type { ResidentAnswer, ResidentError } from './resident-program.ts';

/** How a resident process is started and when it is ended. */
export interface ResidentProcessOptions {
  /** The program, a path relative to the repository as in `EngineWorker.programs`; it calls `answerJobs`. */
  readonly program: string;
  /** The longest a job may take, in milliseconds; then the process is killed. */
  readonly timeLimit: number;
  /** A process whose resident set is larger than this after a job, in bytes, is replaced. */
  readonly memoryLimit: number;
  /** Variables of its environment. It inherits none: what we hold, credentials above all, is not for it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Permissions of Node beyond reading its code and using the temporary folder. @default none */
  readonly permissions?: readonly string[];
  /** Private memory that the jail grants it, in MB. */
  readonly jailMemory: number;
}

const KEPT_OUTPUT = 4096;

/** A child process that does one job after the other, so that hostile input never meets what this process holds. */
export class ResidentProcess {
  readonly #options: ResidentProcessOptions;
  readonly #child: ChildProcess;
  readonly #home: string;
  #output = '';
  #settle: ((answer: ResidentAnswer | Error) => void) | undefined;
  #usable = true;

  constructor(options: ResidentProcessOptions) {
    this.#options = options;
    this.#home = makeHome();
    this.#child = start(options, this.#home);
    this.#child.on('message', (answer: ResidentAnswer) => this.#settle?.(answer));
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (code, signal) => this.#end(new Error(`the process ended (${signal ?? code})`)));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('latin1')).slice(-KEPT_OUTPUT);
    });
    this.#hold(false);
  }

  /** Whether it can take another job. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Does one job; the caller waits for it before giving the next.
   * @throws ConversionError
   */
  async run(job: unknown): Promise<unknown> {
    this.#output = '';
    this.#hold(true);
    const answer = await this.#ask(job);
    this.#hold(false);
    if (answer instanceof ConversionError) throw answer;
    if (answer instanceof Error)
      throw this.#failure('ENGINE_FAILED', 'The conversion failed. Please try again.', answer);
    if (!(answer.memory <= this.#options.memoryLimit)) this.stop();
    if ('error' in answer) throw this.#fromAnswer(answer.error);
    return answer.result;
  }

  /** Ends the process at once, whatever it is doing, with everything it has started. */
  stop(): void {
    this.#usable = false;
    killJailed(this.#child.pid);
  }

  #ask(job: unknown): Promise<ResidentAnswer | Error> {
    const { promise, resolve } = Promise.withResolvers<ResidentAnswer | Error>();
    const timer = setTimeout(() => {
      resolve(this.#timeOut());
      this.stop();
    }, this.#options.timeLimit);
    this.#settle = resolve;
    if (this.#usable) this.#child.send({ job }, (error) => error && resolve(error));
    else resolve(new Error('the process had ended before the job'));
    return promise.finally(() => {
      clearTimeout(timer);
      this.#settle = undefined;
    });
  }

  #timeOut(): ConversionError {
    const seconds = Math.round(this.#options.timeLimit / 1000);
    const message = `The conversion took longer than ${seconds} seconds and was stopped. Try a smaller or simpler file.`;
    return this.#failure('ENGINE_TIMED_OUT', message, undefined);
  }

  #fromAnswer({ code, message, detail }: ResidentError): ConversionError {
    return this.#failure(Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'ENGINE_FAILED', String(message), detail);
  }

  #failure(code: ErrorCode, message: string, detail: unknown): ConversionError {
    return new ConversionError(code, message, { cause: { detail, output: this.#output } });
  }

  #end(error: Error): void {
    this.#usable = false;
    this.#settle?.(error);
    removeHome(this.#home);
  }

  /** While it works it keeps this process alive, when idle it does not. */
  #hold(working: boolean): void {
    const method = working ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
    // The pipe of a child is a socket; its declared type does not say so.
    const output = this.#child.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
    output?.[method]?.();
  }
}

// Without the last, Node looks for the configuration of its TLS library, which it neither needs nor may read.
const OWN_ENVIRONMENT = { LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2', OPENSSL_CONF: '/dev/null' };

function start(options: ResidentProcessOptions, home: string): ChildProcess {
  const program = locateProgram(options.program);
  const [command = process.execPath, ...before] = [...jailedNode(program, options.jailMemory), process.execPath];
  const child = fork(program, {
    execPath: command,
    execArgv: [...before, ...confinement(program), ...(options.permissions ?? [])],
    env: { ...OWN_ENVIRONMENT, HOME: home, TMPDIR: home, ...options.environment },
    // A group of its own, so that it can be killed with everything it starts.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  yieldToUs(child);
  return child;
}

/** Where memory or time gets short, the conversion gives way and not the service. */
function yieldToUs({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here, or already gone: it runs as it is.
  }
  if (process.platform === 'linux') writeFile(`/proc/${pid}/oom_score_adj`, '900', () => {});
}
