import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LayerProgram } from './layer.ts';
import { ToolEnded } from './resident-tool.ts';
import { KEPT_ERRORS, type ToolLimits, toolCommand, toolEnvironment } from './run-tool.ts';

/** How a browser is started. */
export interface BrowserStart extends ToolLimits {
  readonly program: LayerProgram;
  readonly arguments: readonly string[];
  /** Its home folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The longest message that it may send, in bytes. */
  readonly longestMessage: number;
}

/** The browser refused a command. */
export class DevToolsError extends Error {}

/** Called with the parameters of an event, which a client's page may control. */
export type DevToolsListener = (params: unknown, sessionId: string | undefined) => void;

/** A message of the browser: the answer to a command, or an event. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly sessionId?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

/** A connection to a browser over its DevTools pipe: messages of JSON, each ended by a NUL. */
export class DevToolsConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, Set<DevToolsListener>>();
  readonly #longest: number;
  #held: Buffer[] = [];
  #length = 0;
  #commands = 0;
  #output = '';
  #ended: ToolEnded | undefined;

  constructor(start: BrowserStart) {
    this.#longest = start.longestMessage;
    const [command, args] = toolCommand(start.program, start.arguments, start);
    const env = toolEnvironment(start.home, start.environment);
    this.#child = spawn(command, args, { cwd: start.home, env, stdio: 'pipe' });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('latin1')).slice(-KEPT_ERRORS);
    });
    this.#child.stdin.on('error', () => {});
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', (code, signal) => this.#end(String(signal ?? code)));
  }

  /** Whether the browser still runs. */
  get usable(): boolean {
    return !this.#ended;
  }

  /**
   * Sends a command and waits for its result.
   * @throws ToolEnded, DevToolsError
   */
  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    this.#commands += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#commands, { resolve, reject });
    this.#child.stdin.write(`${JSON.stringify({ id: this.#commands, method, params, sessionId })}\0`);
    return promise;
  }

  /** @returns removes the listener */
  on(event: string, listener: DevToolsListener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Closes the input of the browser, at which it exits, and waits for that.
   * @param milliseconds the timeout, after which it is killed; a jail forbids that
   * @throws Error when it cannot be killed: then this process has to exit, and the jail ends them all
   */
  async close(milliseconds: number): Promise<void> {
    this.#end('closed');
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (!this.#child.kill('SIGKILL')) reject(new Error('the browser does not end'));
    }, milliseconds);
    await Promise.race([exited, stuck]).finally(() => clearTimeout(timer));
  }

  #read(chunk: Buffer): void {
    if (this.#ended) return;
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      this.#hold(chunk.subarray(start, end));
      const message = Buffer.concat(this.#held).toString();
      this.#held = [];
      this.#length = 0;
      this.#take(message);
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
  }

  #hold(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > this.#longest) this.#end(`a message is longer than ${this.#longest} bytes`);
    else this.#held.push(bytes);
  }

  #take(text: string): void {
    if (this.#ended) return;
    let message: Message | null;
    try {
      message = JSON.parse(text);
    } catch {
      this.#end('a message is not JSON');
      return;
    }
    const { id, method, params, result, error, sessionId } = message ?? {};
    if (typeof method === 'string') {
      const session = typeof sessionId === 'string' ? sessionId : undefined;
      for (const listener of this.#listeners.get(method) ?? []) listener(params, session);
      return;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    this.#waiting.delete(id as number);
    if (error) waiting.reject(new DevToolsError(String(error.message)));
    else waiting.resolve(result);
  }

  /** Fails all pending and later commands, and closes the input of the browser. */
  #end(how: string): void {
    if (this.#ended) return;
    this.#ended = new ToolEnded(how, this.#output);
    this.#held = [];
    this.#child.stdin.end();
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
