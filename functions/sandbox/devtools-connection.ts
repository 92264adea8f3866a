import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LayerProgram } from './layer.ts';
import { ToolEnded } from './resident-tool.ts';
import { KEPT_ERRORS, type ToolLimits, toolCommand, toolEnvironment } from './run-tool.ts';

/** How a browser is started. */
export interface BrowserStart extends ToolLimits {
  readonly program: LayerProgram;
  readonly arguments: readonly string[];
  /** The folder in which it keeps what is its own. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The longest message that is taken of it, in bytes. */
  readonly longestMessage: number;
}

/** What the browser answers to a command that it refuses. */
export class DevToolsError extends Error {}

/** Called with what an event says, which a client's page may have decided. */
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

/** A browser, to which DevTools commands are sent: JSON with a NUL after each. */
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

  /** Whether it can still answer. */
  get usable(): boolean {
    return !this.#ended;
  }

  /**
   * Sends a command and waits for the answer.
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

  /** @returns stops listening */
  on(event: string, listener: DevToolsListener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Has it end, as it does with its input, and waits until it is gone.
   * @param milliseconds it may take; then it is killed, which a jail forbids
   * @throws Error when it does not end: then this process has to, with all that has come of it
   */
  async close(milliseconds: number): Promise<void> {
    this.#end('closed');
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (!this.#child.kill('SIGKILL')) reject(new Error('the browser does not end'));
    }, milliseconds);
    await Promise.race([gone, promise]).finally(() => clearTimeout(timer));
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

  #hold(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#end(`a message is longer than ${this.#longest} bytes`);
    else this.#held.push(piece);
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

  /** What it is asked from here on fails, and it is told no more. */
  #end(how: string): void {
    if (this.#ended) return;
    this.#ended = new ToolEnded(how, this.#output);
    this.#held = [];
    this.#child.stdin.end();
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
