import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EngineCrashed } from '../conversion/crashes.ts';
import { ConversionError, engineFailed } from '../conversion/errors.ts';
import { LIMIT_EXCEEDED } from './jail.ts';
import { layersAreMounted } from './layer.ts';
import { removeFolder } from './remove-folder.ts';

/** The kept end of standard error, in characters: Node prints a long report after its message of exhausted memory. */
const KEPT_OUTPUT = 16 * 1024;

/** The message with which Node aborts when its heap is full: its limit is below that of the jail on most machines. */
const OUT_OF_MEMORY = 'JavaScript heap out of memory';

/** The reasons for which a job's host is killed. */
export const TIMED_OUT = 'timed out';
export const WORKED_TOO_LONG = 'worked too long';

/** How a host ended. */
export interface HostEnd {
  /** Why it was killed, if it was. */
  readonly why: string | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to standard error. */
  readonly output: string;
}

/** Watches for the end of a host, or kills it, and removes its folder then. */
export class HostEnding {
  /** Fulfilled, never rejected, when the process and its children have exited. */
  readonly ended: Promise<HostEnd>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #removed: Promise<void>;
  #why: string | undefined;
  #over = false;
  #output = '';

  constructor(child: ChildProcessWithoutNullStreams, folder: string) {
    this.#child = child;
    child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
    });
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => this.#settle(resolve, { exitCode: null, signal: String(error) }));
      child.on('exit', (exitCode, signal) => this.#settle(resolve, { exitCode, signal }));
    });
    this.#removed = this.ended.then(() => removeFolder(folder));
    this.#removed.catch(() => undefined); // the next start removes it
  }

  /** Whether it has ended, or is about to. */
  get begun(): boolean {
    return this.#over || this.#why !== undefined;
  }

  /** Kills it, and waits until its folder is removed. */
  end(why: string): Promise<void> {
    this.#why ??= why;
    if (!this.#over) this.#kill();
    return this.#removed.catch(() => undefined);
  }

  /**
   * The error that a client gets for a job that did not finish. The file is too complex where the host used its processor
   * until the time limit, or exceeded a limit. Where it crashed at the job, the file may be the cause. All else is a fault
   * of ours.
   * @param begun whether it has reported the beginning of its job
   */
  explain(error: unknown, { timeout, begun }: { readonly timeout: number; readonly begun: boolean }): ConversionError {
    const end = error as Partial<HostEnd>;
    if (end.why === WORKED_TOO_LONG) return tooLong(error);
    if (end.why === TIMED_OUT) {
      const message = `The conversion stood still and was stopped after ${timeout} seconds. Trying again may help.`;
      return new ConversionError('ENGINE_TIMED_OUT', message, { cause: error });
    }
    if (end.exitCode === LIMIT_EXCEEDED || end.output?.includes(OUT_OF_MEMORY)) {
      const message = 'The file needs more memory or disk space than one conversion may use. Simplify it first.';
      return new ConversionError('TOO_COMPLEX', message, { cause: error });
    }
    const ended = 'signal' in end && end.why === undefined;
    return begun && ended ? new EngineCrashed(error) : engineFailed(error);
  }

  #settle(resolve: (end: HostEnd) => void, how: Pick<HostEnd, 'exitCode' | 'signal'>): void {
    if (this.#over) return;
    this.#over = true;
    resolve({ ...how, why: this.#why, output: this.#output });
  }

  /** At SIGTERM a jail kills the processes in it; without one the process group is killed. */
  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (layersAreMounted()) process.kill(-pid, 'SIGKILL');
      else process.kill(pid, 'SIGTERM');
    } catch {
      // It has exited.
    }
  }
}

/** The error of a job that used too much processor time. */
export function tooLong(cause: unknown): ConversionError {
  const message = 'The file needs more time than one conversion of its size may use. Try a smaller or simpler file.';
  return new ConversionError('TOO_COMPLEX', message, { cause });
}
