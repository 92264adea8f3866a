/** A browser that does one job after the other, each in a fresh context. */
export interface Browser {
  /** Whether it can take another job. */
  readonly usable: boolean;
  /**
   * Sends a DevTools command.
   * @param sessionId of the page; without one it is the browser's
   * @throws ToolEnded when the browser has ended
   * @throws DevToolsError when it refuses
   */
  send<T = unknown>(method: string, params?: object, sessionId?: string): Promise<T>;
  /**
   * Listens to an event, such as `Fetch.requestPaused`, of all sessions.
   * @returns stops listening
   */
  on(event: string, listener: (params: unknown, sessionId?: string) => void): () => void;
  /** Ends it, and waits until it is gone. */
  close(): Promise<void>;
}

/** What the browser answers to a command that it refuses. */
export class DevToolsError extends Error {}

/**
 * Starts a browser, jailed with the limits of its tools.
 * @param home an empty folder that is its own
 */
export async function startBrowser(_home: string): Promise<Browser> {
  throw new Error('not yet');
}
