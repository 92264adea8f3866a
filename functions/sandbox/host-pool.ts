import { afterCrash, EngineCrashed } from '../conversion/crashes.ts';
import type { EngineDone, EngineOrder } from '../conversion/engine-events.ts';
import { ConversionError } from '../conversion/errors.ts';
import type { Engine } from '../engines/engine.ts';
import { EngineHost, type HostOptions } from './engine-host.ts';
import { IdleHosts } from './idle-hosts.ts';
import type { ResultFile } from './result-file.ts';
import { Turns } from './turns.ts';
import { unpackLayer } from './unpack-layer.ts';

/** How a pool of hosts is made. */
export interface HostPoolOptions {
  /** The folder in which each host gets one of its own; nobody but hosts and us has business there. */
  readonly folder: string;
  /** How many hosts do files of one format at most, each one at a time; as many again do one each of other formats. */
  readonly size: number;
  /** How long a host waits for another job before it is ended, in milliseconds. @default hosts do not end for that */
  readonly longestIdle?: number;
  /**
   * Whether a host waits for the first job, and a fresh one takes the place of the last one that is ended for waiting: it
   * holds less memory, and the next job need not wait for it.
   * @default true
   */
  readonly standby?: boolean;
  /** The folder with the bundled programs of hosts. @default their sources, or what lies beside this bundle */
  readonly programs?: string | undefined;
  /** Whether chunks of long videos are encoded by hosts of their own, which give way to all others. @default false */
  readonly longGiveWay?: boolean;
}

/** How a job is watched and ended. */
export interface PoolOptions extends HostOptions {
  /** Called when the job is begun. */
  readonly onBegin?: (() => void) | undefined;
  /** Whose job it is. @default nobody's */
  readonly account?: string | undefined;
  /** Ends the job when it is aborted, or keeps it from being begun. */
  readonly signal?: AbortSignal | undefined;
}

/** The hosts of one engine. Jobs beyond their number wait, those of a format in order. */
export class HostPool {
  readonly #engine: Engine;
  readonly #options: HostPoolOptions;
  readonly #idle: IdleHosts;
  readonly #busy = new Set<EngineHost>();
  readonly #turns: Turns;
  #ready: Promise<unknown> | undefined;
  #stopped = false;
  readonly #cleaning = new Set<Promise<void>>();

  constructor(engine: Engine, options: HostPoolOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#turns = new Turns(options.size);
    this.#idle = new IdleHosts(options.longestIdle, () => this.#keepOne());
  }

  /** Prepares what hosts need, and starts one ahead of the first job where one stands by. */
  async warmUp(): Promise<void> {
    await this.#prepare();
    this.#keepOne();
  }

  /**
   * Does a job; a host that dies or is ended costs its own job only.
   * @param source the file, or what brings it when its turn has come
   * @param take is handed the result, which is gone afterwards
   * @throws ConversionError
   */
  async convert<T>(
    order: EngineOrder,
    source: () => Promise<Uint8Array | AsyncIterable<Uint8Array>>,
    take: (done: EngineDone, file: ResultFile) => Promise<T>,
    { account, signal, onBegin, onProgress }: PoolOptions = {},
  ): Promise<T> {
    await this.#prepare();
    await this.#turns.take(order.sourceFormat, signal);
    onBegin?.();
    let host: EngineHost | undefined;
    let result: Awaited<ReturnType<EngineHost['convert']>>;
    const stop = () => host?.stop();
    const attempt = async (options: HostOptions) => {
      const content = await source();
      host = this.#hostFor(order, account);
      this.#busy.add(host);
      // The job after the last shall not wait for another to start.
      if (host.nearlyWorn) this.#startAhead();
      signal?.addEventListener('abort', stop);
      return host.convert(order, content, { ...options, ...(onProgress && { onProgress }) });
    };
    try {
      result = await this.#twice(attempt, () => host);
    } finally {
      signal?.removeEventListener('abort', stop);
      // While the result is taken, the host does the next job.
      host ??= this.#idle.take();
      if (host) this.#putBack(host, order.sourceFormat);
      else this.#turns.give(order.sourceFormat);
    }
    try {
      return await take(result.done, result.file);
    } finally {
      await result.file.close();
    }
  }

  /** Does a job once more, in another host, when its host has crashed: in the time that is left. */
  async #twice<T>(attempt: (options: HostOptions) => Promise<T>, host: () => EngineHost | undefined): Promise<T> {
    const until = Date.now() + this.#engine.worker.timeout * 1000;
    try {
      return await attempt({});
    } catch (first) {
      const crashed = host();
      if (!(first instanceof EngineCrashed && crashed) || this.#stopped) throw first;
      await crashed.stop();
      this.#busy.delete(crashed);
      return attempt({ seconds: (until - Date.now()) / 1000 }).catch((second: unknown) => {
        throw afterCrash(first, second);
      });
    }
  }

  /** Ends all hosts; jobs in them fail, and no other is begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#idle.takeAll(), ...this.#busy].map((host) => host.stop()));
  }

  /** Waits until nothing is left to be done of jobs that have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#cleaning);
  }

  /** What all hosts need, once. */
  async #prepare(): Promise<void> {
    this.#ready ??= Promise.all(this.#engine.worker.layers.map(unpackLayer));
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw notStarted(error);
    }
  }

  /**
   * One that has not worked yet, or for this account only, where the engine serves one each; and one that gives way for
   * jobs that do, and for no others.
   */
  #hostFor({ chunks }: EngineOrder, account = ''): EngineHost {
    const { perAccount } = this.#engine.worker;
    const givesWay = this.#options.longGiveWay === true && chunks?.step === 'encode';
    const isTheirs = (idle: EngineHost) => !perAccount || !idle.hasWorked || idle.account === account;
    let host = this.#idle.take((idle) => idle.givesWay === givesWay && isTheirs(idle));
    if (!host) {
      this.#idle.endOne();
      host = this.#start(givesWay);
    }
    host.account = account;
    return host;
  }

  #start(givesWay = false): EngineHost {
    if (this.#stopped) throw new ConversionError('ENGINE_FAILED', 'The service is stopping. Please try again.');
    try {
      return new EngineHost(this.#engine, { ...this.#options, givesWay });
    } catch (error) {
      throw notStarted(error);
    }
  }

  /** Has a host ready for the next job. Where none can be started, that job fails, and no other suffers. */
  #startAhead(): void {
    if (this.#idle.size > 0) return;
    try {
      this.#idle.add(this.#start());
    } catch {
      // Tried again when it is needed.
    }
  }

  /** Has a host wait for the next job where none is at work, and one stands by. */
  #keepOne(): void {
    if (this.#options.standby === false) return;
    if (this.#busy.size === 0 && !this.#stopped) this.#startAhead();
  }

  /** Nobody waits for a host to be cleaned but who would use it next, who then starts the cleaning. */
  #putBack(host: EngineHost, kind: string): void {
    if (this.#turns.awaited && host.usable) {
      this.#busy.delete(host);
      this.#idle.add(host);
      this.#turns.give(kind);
      return;
    }
    const cleaning = this.#clean(host).finally(() => {
      this.#cleaning.delete(cleaning);
      this.#turns.give(kind);
    });
    this.#cleaning.add(cleaning);
  }

  async #clean(host: EngineHost): Promise<void> {
    // One that cannot be cleaned is not used again.
    await host.clean().catch(() => host.stop());
    this.#busy.delete(host);
    if (host.usable) this.#idle.add(host);
  }
}

/** An engine that cannot be started is our fault, whatever the file. */
function notStarted(cause: unknown): ConversionError {
  return new ConversionError('ENGINE_FAILED', 'The engine could not be started. Please try again.', { cause });
}
