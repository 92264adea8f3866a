import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LineSplitter } from '../line-splitter.ts';
import type { LayerProgram } from './layer.ts';
import { type ToolLimits, toolCommand, toolEnvironment } from './run-tool.ts';

/** How a resident tool is started. */
export interface ToolStart extends ToolLimits {
  readonly program: LayerProgram;
  readonly arguments: readonly string[];
  /** The folder in which it keeps what is its own. */
  readonly home: string;
  /** Variables beside the few that every tool gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Why a tool does not answer: it has ended. */
export class ToolEnded extends Error {
  constructor(how: string, output: string) {
    super(`the tool ended (${how}): ${output}`);
  }
}

/** What it says when it dies may be followed by where, in many lines. */
const KEPT_OUTPUT = 16 * 1024;
const LONGEST_LINE = 64 * 1024;

/** A tool that stays, and answers each line with one line. */
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

  /** Whether it can still answer. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Whether it has been asked something that it has not answered. */
  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * The next line that it writes unasked.
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

  /** Lets it end: it ends with its input, once it has done what it is doing. */
  stop(): void {
    this.#child.stdin.end();
    this.#end('stopped');
  }

  /** Ends it in the midst of what it is doing, and waits until it is gone. */
  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit');
    if (this.#child.kill('SIGKILL')) await gone;
    this.#end('killed');
  }

  #end(how: string): void {
    this.#ended ??= new ToolEnded(how, this.#output);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
