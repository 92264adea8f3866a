import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LineSplitter } from '../line-splitter.ts';
import type { LayerProgram } from './layer.ts';
import { type ToolLimits, toolCommand, toolEnvironment } from './run-tool.ts';

/** How a resident tool is started. */
export interface ToolStart extends ToolLimits {
  readonly program: LayerProgram;
  readonly arguments: readonly string[];
  /** Its home folder. */
  readonly home: string;
  /** Variables besides those of `toolEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A tool cannot respond, since it has exited. */
export class ToolEnded extends Error {
  constructor(how: string, output: string) {
    super(`the tool ended (${how}): ${output}`);
  }
}

/** Large enough for the message of a crash with its long stack trace. */
const KEPT_OUTPUT = 16 * 1024;
const LONGEST_LINE = 64 * 1024;

/** A tool that keeps running, and answers each line of input with one line of output. */
export class ResidentTool {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  #output = '';
  #ended: ToolEnded | undefined;

  constructor(start: ToolStart) {
    const [command, args] = toolCommand(start.program, start.arguments, start);
    const env = toolEnvironment(start.home, start.environment);
    this.#child = spawn(command, args, { cwd: start.home, env, stdio: 'pipe' });
    const lines = new LineSplitter(LONGEST_LINE, (line) => this.#waiting.shift()?.resolve(line));
    this.#child.stdout.on('data', (chunk: Buffer) => {
      try {
        lines.push(chunk);
      } catch (error) {
        this.#end(String(error));
      }
    });
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('latin1')).slice(-KEPT_OUTPUT);
    });
    this.#child.stdin.on('error', () => {});
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', (code, signal) => this.#end(String(signal ?? code)));
  }

  /** Whether it still runs. */
  get usable(): boolean {
    return !this.#ended;
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
    const answer = this.listen();
    this.#child.stdin.write(`${line}\n`);
    return answer;
  }

  /** Closes its input, so that it exits after its current task. */
  stop(): void {
    this.#child.stdin.end();
    this.#end('stopped');
  }

  /** Kills it, and waits for its exit. */
  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    if (this.#child.kill('SIGKILL')) await exited;
    this.#end('killed');
  }

  #end(how: string): void {
    this.#ended ??= new ToolEnded(how, this.#output);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
