import { afterCrash, EngineCrashed } from '../conversion/crashes.ts';
import type { EngineDone, EngineOrder } from '../conversion/engine-events.ts';
import { ConversionError } from '../conversion/errors.ts';
import type { Engine } from '../engines/engine.ts';
import { EngineHost, type HostOptions } from './engine-host.ts';
import { IdleHosts } from './idle-hosts.ts';
import type { ResultFile } from './result-file.ts';
import { Semaphore } from './semaphore.ts';
import { unpackLayer } from './unpack-layer.ts';

/** How a pool of hosts is made. */
export interface HostPoolOptions {
  /** The folder in which each host gets one of its own. */
  readonly folder: string;
  /** How many jobs run at once; as many again may, one of each source format that has none running. See `Permits`. */
  readonly size: number;
  /** How long a host waits for another job before it is ended, in milliseconds. @default for ever */
  readonly longestIdle?: number;
  /**
   * Whether a fresh host waits for the first job, and replaces the last one that is ended after waiting: it holds less
   * memory, and the next job need not wait for its start.
   * @default true
   */
  readonly standby?: boolean;
  /** The folder with the bundled programs of hosts. @default their sources, or the files beside this bundle */
  readonly programs?: string | undefined;
  /** Whether chunks of long videos are encoded by hosts of their own, with a lower priority. @default false */
  readonly longGiveWay?: boolean;
}

/** The callbacks, account and signal of a job. */
export interface PoolOptions extends HostOptions {
  /** Called when the job begins. */
  readonly onBegin?: (() => void) | undefined;
  /** The account that owns the job. @default none */
  readonly account?: string | undefined;
  /** Ends the job when aborted, or keeps it from beginning. */
  readonly signal?: AbortSignal | undefined;
}

/** The hosts of one engine. Jobs beyond their number wait, those of one source format in order. */
export class HostPool {
  readonly #engine: Engine;
  readonly #options: HostPoolOptions;
  readonly #idle: IdleHosts;
  readonly #busy = new Set<EngineHost>();
  readonly #semaphore: Semaphore;
  #ready: Promise<unknown> | undefined;
  #stopped = false;
  readonly #cleaning = new Set<Promise<void>>();

  constructor(engine: Engine, options: HostPoolOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#semaphore = new Semaphore(options.size);
    this.#idle = new IdleHosts(options.longestIdle, () => this.#keepOne());
  }

  /** Prepares the layers, and starts a standby host. */
  async warmUp(): Promise<void> {
    await this.#prepare();
    this.#keepOne();
  }

  /**
   * Does a job. A host that dies costs only its own job.
   * @param source opens the source when the job begins
   * @param take reads the result, which is closed afterwards
   * @throws ConversionError
   */
  async convert<T>(
    order: EngineOrder,
    source: () => Promise<Uint8Array | AsyncIterable<Uint8Array>>,
    take: (done: EngineDone, file: ResultFile) => Promise<T>,
    { account, signal, onBegin, onProgress }: PoolOptions = {},
  ): Promise<T> {
    await this.#prepare();
    await this.#semaphore.acquire(order.sourceFormat, signal);
    onBegin?.();
    let host: EngineHost | undefined;
    let result: Awaited<ReturnType<EngineHost['convert']>>;
    const stop = () => host?.stop();
    const attempt = async (options: HostOptions) => {
      const content = await source();
      host = this.#hostFor(order, account);
      this.#busy.add(host);
      // The next job shall not wait for the start of another host.
      if (host.nearlyWorn) this.#startAhead();
      signal?.addEventListener('abort', stop);
      return host.convert(order, content, { ...options, ...(onProgress && { onProgress }) });
    };
    try {
      result = await this.#twice(attempt, () => host);
    } finally {
      signal?.removeEventListener('abort', stop);
      // The host does the next job while the result is read.
      host ??= this.#idle.take();
      if (host) this.#putBack(host, order.sourceFormat);
      else this.#semaphore.release(order.sourceFormat);
    }
    try {
      return await take(result.done, result.file);
    } finally {
      await result.file.close();
    }
  }

  /** Tries a job again in another host when the first crashed, in the time that is left. */
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

  /** Ends all hosts; their jobs fail, and no other begins. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#idle.takeAll(), ...this.#busy].map((host) => host.stop()));
  }

  /** Waits until the files of all ended jobs are removed. */
  async settled(): Promise<void> {
    await Promise.all(this.#cleaning);
  }

  /** Unpacks the layers, once. */
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
   * An idle host, or a new one. Where the engine is isolated by accounts, it has had no job, or only of this account; and
   * its priority is that of the job.
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

  /** Starts a host for the next job, if none is idle. */
  #startAhead(): void {
    if (this.#idle.size > 0) return;
    try {
      this.#idle.add(this.#start());
    } catch {
      // The next job tries again, and reports the error.
    }
  }

  /** Starts a standby host when no host has a job. */
  #keepOne(): void {
    if (this.#options.standby === false) return;
    if (this.#busy.size === 0 && !this.#stopped) this.#startAhead();
  }

  /** Makes a host idle. Where jobs wait it is not cleaned here, since it cleans up before its next job anyway. */
  #putBack(host: EngineHost, kind: string): void {
    if (this.#semaphore.awaited && host.usable) {
      this.#busy.delete(host);
      this.#idle.add(host);
      this.#semaphore.release(kind);
      return;
    }
    const cleaning = this.#clean(host).finally(() => {
      this.#cleaning.delete(cleaning);
      this.#semaphore.release(kind);
    });
    this.#cleaning.add(cleaning);
  }

  async #clean(host: EngineHost): Promise<void> {
    // A host that cannot be cleaned is not used again.
    await host.clean().catch(() => host.stop());
    this.#busy.delete(host);
    if (host.usable) this.#idle.add(host);
  }
}

/** The error of an engine that cannot be started, which is a fault of ours. */
function notStarted(cause: unknown): ConversionError {
  return new ConversionError('ENGINE_FAILED', 'The engine could not be started. Please try again.', { cause });
}
