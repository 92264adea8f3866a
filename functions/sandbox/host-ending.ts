import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EngineCrashed } from '../conversion/crashes.ts';
import { ConversionError, engineFailed } from '../conversion/errors.ts';
import { LIMIT_EXCEEDED } from './jail.ts';
import { layersAreMounted } from './layer.ts';
import { removeFolder } from './remove-folder.ts';

/** Room for what Node says when it has no memory left, and all that it prints after that. */
const KEPT_OUTPUT = 16 * 1024;

/** What Node ends with when its own memory is used up. It has a limit of its own, on most machines below that of the jail. */
const OUT_OF_MEMORY = 'JavaScript heap out of memory';

/** Why we end a host: for its job, or for what it does. */
export const TIMED_OUT = 'timed out';
export const WORKED_TOO_LONG = 'worked too long';

/** Why a host ended while it had a job. */
export interface HostEnd {
  /** Why we ended it, if we did. */
  readonly why: string | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to standard error. */
  readonly output: string;
}

/** The end of an engine host: by itself, or because we end it. With it goes its folder. */
export class HostEnding {
  /** Fulfilled, never rejected, when the process and all that it started are gone. */
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

  /** Ends it, and waits until nothing of it is left. */
  end(why: string): Promise<void> {
    this.#why ??= why;
    if (!this.#over) this.#kill();
    return this.#removed.catch(() => undefined);
  }

  /**
   * The error that a client gets for a job that did not finish. Whoever was at work when its time ended, or took too much, had
   * too much to do; whoever crashed at work may have done so for the file. All else is a fault of ours.
   * @param begun whether it has said that it begins
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

  /** The jail ends what it holds when it is asked to; without one, the whole group is killed. */
  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (layersAreMounted()) process.kill(-pid, 'SIGKILL');
      else process.kill(pid, 'SIGTERM');
    } catch {
      // It had ended.
    }
  }
}

/** The error of a job that took more processor time than a job may have. */
export function tooLong(cause: unknown): ConversionError {
  const message = 'The file needs more time than one conversion of its size may use. Try a smaller or simpler file.';
  return new ConversionError('TOO_COMPLEX', message, { cause });
}
