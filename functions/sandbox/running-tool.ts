import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { LineSplitter } from '../line-splitter.ts';
import type { LayerProgram } from './layer.ts';
import { type ToolLimits, toolCommand, toolEnvironment } from './run-tool.ts';

/** How a tool that keeps running is started. */
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

/** The kept end of standard error, in characters: large enough for the message of a crash with its long stack trace. */
const KEPT_OUTPUT = 16 * 1024;

/** The process of a tool that keeps running, and writes messages. */
export abstract class RunningTool {
  protected readonly child: ChildProcessWithoutNullStreams;
  #output = '';
  #ended: ToolEnded | undefined;

  /**
   * @param longest of its messages, in bytes
   * @param end the byte that ends each. @default a line break
   */
  constructor(start: ToolStart, longest: number, end?: number) {
    const [command, args] = toolCommand(start.program, start.arguments, start);
    const env = toolEnvironment(start.home, start.environment);
    this.child = spawn(command, args, { cwd: start.home, env, stdio: 'pipe' });
    const messages = new LineSplitter(longest, (message) => this.take(message), 'utf8', end);
    this.child.stdout.on('data', (chunk: Buffer) => {
      try {
        if (this.usable) messages.push(chunk);
      } catch (error) {
        this.end(String(error));
      }
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('latin1')).slice(-KEPT_OUTPUT);
    });
    this.child.stdin.on('error', () => {});
    this.child.on('error', (error) => this.end(error.message));
    this.child.on('exit', (code, signal) => this.end(String(signal ?? code)));
  }

  /** Whether it still runs. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Takes a message of the tool. */
  protected abstract take(message: string): void;

  /** Fails all that waits for a message. */
  protected abstract fail(why: ToolEnded): void;

  /** @throws ToolEnded */
  protected checkRunning(): void {
    if (this.#ended) throw this.#ended;
  }

  /** Closes its input, and takes no message any more. */
  protected end(how: string): void {
    if (this.#ended) return;
    this.#ended = new ToolEnded(how, this.#output);
    this.child.stdin.end();
    this.fail(this.#ended);
  }
}
