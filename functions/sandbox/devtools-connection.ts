import { once } from 'node:events';
import { RunningTool, type ToolEnded, type ToolStart } from './running-tool.ts';

/** How a browser is started. */
export interface BrowserStart extends ToolStart {
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
export class DevToolsConnection extends RunningTool {
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<string, Set<DevToolsListener>>();
  #commands = 0;

  constructor(start: BrowserStart) {
    super(start, start.longestMessage, 0);
  }

  /**
   * Sends a command and waits for its result.
   * @throws ToolEnded, DevToolsError
   */
  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    this.checkRunning();
    this.#commands += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#commands, waiting);
    this.child.stdin.write(`${JSON.stringify({ id: this.#commands, method, params, sessionId })}\0`);
    return waiting.promise;
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
    this.end('closed');
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    const { promise: stuck, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (!this.child.kill('SIGKILL')) reject(new Error('the browser does not end'));
    }, milliseconds);
    await Promise.race([exited, stuck]).finally(() => clearTimeout(timer));
  }

  protected override take(text: string): void {
    if (!this.usable) return;
    let message: Message | null;
    try {
      message = JSON.parse(text);
    } catch {
      this.end('a message is not JSON');
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

  protected override fail(why: ToolEnded): void {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
