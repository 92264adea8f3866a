import { once } from 'node:events';
import { RunningTool, type ToolEnded, type ToolStart } from './running-tool.ts';

const LONGEST_LINE = 64 * 1024;

/** A tool that keeps running, and answers each line of input with one line of output. */
export class ResidentTool extends RunningTool {
  readonly #waiting: PromiseWithResolvers<string>[] = [];

  constructor(start: ToolStart) {
    super(start, LONGEST_LINE);
  }

  /** Whether an answer is pending. */
  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Waits for the next line, without sending one.
   * @throws ToolEnded
   */
  async listen(): Promise<string> {
    this.checkRunning();
    const waiting = Promise.withResolvers<string>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  /**
   * Sends a line and waits for the answer.
   * @throws ToolEnded
   */
  async ask(line: string): Promise<string> {
    const answer = this.listen();
    this.child.stdin.write(`${line}\n`);
    return answer;
  }

  /** Closes its input, so that it exits after its current task. */
  stop(): void {
    this.end('stopped');
  }

  /** Kills it, and waits for its exit. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit');
    if (this.child.kill('SIGKILL')) await exited;
    this.end('killed');
  }

  protected override take(line: string): void {
    this.#waiting.shift()?.resolve(line);
  }

  protected override fail(why: ToolEnded): void {
    for (const { reject } of this.#waiting.splice(0)) reject(why);
  }
}
