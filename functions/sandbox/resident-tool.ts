import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type JailOptions, jailedCommand, jailedEnvironment, killJailed } from './jail.ts';
import type { LayerProgram } from './layer.ts';
import { makeHome, removeHome } from './resident-home.ts';

/** How a resident tool is started. */
export interface ToolStart extends JailOptions {
  readonly program: LayerProgram;
  readonly arguments: readonly string[];
  /** Variables beside the few that every jailed program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Why a tool does not answer: it has ended, by itself or because it was killed. */
export class ToolEnded extends Error {
  /** Whether we ended it. */
  readonly stopped: boolean;

  constructor(how: string, output: string, stopped: boolean) {
    super(`the tool ended (${how}): ${output}`);
    this.stopped = stopped;
  }
}

const KEPT_OUTPUT = 4096;

/**
 * A program of a layer that stays, in its jail, and answers each line with one line. It may write to its home, which is
 * gone when it is.
 */
export class ResidentTool {
  readonly home = makeHome();
  readonly #child: Promise<ChildProcessWithoutNullStreams>;
  readonly #waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  #output = '';
  #ended: ToolEnded | undefined;

  /** @param prepare tells how to start it, when all is there; `home` is where it may write */
  constructor(prepare: (home: string) => Promise<ToolStart>) {
    this.#child = prepare(this.home).then((start) => this.#spawn(start));
    this.#child.catch((error: unknown) => this.#end(String(error)));
  }

  /** Whether it can still answer. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** The next line that it writes unasked. */
  async listen(): Promise<string> {
    if (this.#ended) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting.push({ resolve, reject });
    return promise;
  }

  /**
   * Sends a line and waits for the answer.
   * @throws ToolEnded
   */
  async ask(line: string): Promise<string> {
    const child = await this.#child;
    const answer = this.listen();
    child.stdin.write(`${line}\n`);
    return answer;
  }

  /** While it works it keeps this process alive, when idle it does not. */
  async hold(working: boolean): Promise<void> {
    const child = await this.#child;
    // The pipes of a child are sockets; their declared types do not say so.
    for (const part of [child, child.stdin, child.stdout, child.stderr] as { ref?(): void; unref?(): void }[]) {
      if (working) part.ref?.();
      else part.unref?.();
    }
  }

  /** Ends it at once, whatever it is doing. */
  stop(): void {
    this.#end('stopped', true);
    this.#child.then(
      (child) => killJailed(child.pid),
      () => undefined,
    );
  }

  #spawn(start: ToolStart): ChildProcessWithoutNullStreams {
    if (this.#ended) throw this.#ended;
    const options = { ...start, write: [...(start.write ?? []), this.home] };
    const [command, ...rest] = jailedCommand(start.program, start.arguments, options);
    const environment = jailedEnvironment(this.home, start.environment);
    const child = spawn(command, rest, { cwd: this.home, env: environment, detached: true, stdio: 'pipe' });
    child.stdin.on('error', () => {});
    child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('latin1')).slice(-KEPT_OUTPUT);
    });
    createInterface({ input: child.stdout }).on('line', (line) => this.#waiting.shift()?.resolve(line));
    child.on('error', (error) => this.#end(error.message));
    child.on('exit', (code, signal) => {
      killJailed(child.pid);
      this.#end(String(signal ?? code));
    });
    return child;
  }

  #end(how: string, stopped = false): void {
    this.#ended ??= new ToolEnded(how, this.#output, stopped);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
    removeHome(this.home);
  }
}
