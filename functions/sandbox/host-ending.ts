import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { ConversionError, engineFailed } from '../conversion/errors.ts';
import { LIMIT_EXCEEDED } from './jail.ts';
import { layersAreMounted } from './layer.ts';
import { removeFolder } from './remove-folder.ts';

/** Room for what Node says when it has no memory left, and all that it prints after that. */
const KEPT_OUTPUT = 16 * 1024;

/** What Node ends with when its own memory is used up. It has a limit of its own, on most machines below that of the jail. */
const OUT_OF_MEMORY = 'JavaScript heap out of memory';

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

  /** What a client is told of a job that it did not finish. */
  explain(error: unknown, timeout: number): ConversionError {
    const end = error as Partial<HostEnd>;
    if (end.why === 'timed out') {
      const message = `The conversion took longer than ${timeout} seconds and was stopped. Try a smaller or simpler file.`;
      return new ConversionError('ENGINE_TIMED_OUT', message, { cause: error });
    }
    if (end.exitCode === LIMIT_EXCEEDED || end.output?.includes(OUT_OF_MEMORY)) {
      const message = 'The file takes more memory or space than is given to one. Simplify it first.';
      return new ConversionError('TOO_COMPLEX', message, { cause: error });
    }
    return engineFailed(error);
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
