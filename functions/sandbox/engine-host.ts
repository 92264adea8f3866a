import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { LongVideo } from '../conversion/chunks.ts';
import { type EngineDone, type EngineOrder, eventReader, LONGEST_EVENT } from '../conversion/engine-events.ts';
import { ConversionError } from '../conversion/errors.ts';
import { type Engine, processorTimeOf } from '../engines/engine.ts';
import { LineSplitter } from '../line-splitter.ts';
import { giveWay } from './give-way.ts';
import { type HostPlace, hostCommand, hostFolders } from './host-command.ts';
import { HostEnding, TIMED_OUT, tooLong, WORKED_TOO_LONG } from './host-ending.ts';
import { makeHostFolder, writeSmallSource, writeSource } from './host-folder.ts';
import { CLEANED, type HostRequest } from './host-request.ts';
import { ProcessorWatch } from './processor-watch.ts';
import { removeFile, removeSmallFile } from './remove-file.ts';
import { type OpenResult, openResult } from './result-file.ts';
import { SMALL_FILE } from './small-file.ts';

/** The time limit and the callback of a job. */
export interface HostOptions {
  readonly onProgress?: (percent: number) => void;
  /** The time limit in seconds. @default that of the engine */
  readonly seconds?: number;
}

/** The memory above which a host gets no other job, in bytes. */
const MOST_MEMORY = 600 * 1024 * 1024;

/** How long a host may take to remove the files of a job, in milliseconds: longer than LibreOffice may to close them. */
const CLEANING_TIME = 15_000;

/** The process of an engine, seen from its parent: it gets jobs, and is killed when one takes too long. */
export class EngineHost {
  /** The account of its jobs, where the engine is isolated by accounts. */
  account: string | undefined;
  /** Whether its priority is lower than that of other hosts. */
  readonly givesWay: boolean;
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ending: HostEnding;
  #listen: ((line: string) => void) | undefined;
  #jobs = 0;
  /** Whether it has reported the beginning of its job: before that, no failure is the file's fault. */
  #begun = false;
  #watch: ProcessorWatch | undefined;
  #memory = 0;
  /** How the source of its last job was written, until that is removed. */
  #source: 'small' | 'large' | undefined;

  constructor(engine: Engine, { folder, ...place }: HostPlace) {
    this.#engine = engine;
    this.#folder = makeHostFolder(folder, engine.name);
    this.givesWay = place.givesWay ?? false;
    const { command, arguments: args, environment } = hostCommand(engine, this.#folder, place);
    this.#child = spawn(command, args, {
      cwd: hostFolders(this.#folder).workplace,
      env: environment,
      // A process group of its own, so that it can be killed with its children.
      detached: true,
      stdio: 'pipe',
    });
    if (this.givesWay) giveWay(this.#child.pid);
    this.#ending = new HostEnding(this.#child, this.#folder);
    this.#child.stdin.on('error', () => {}); // HostEnding reports it
    const lines = new LineSplitter(LONGEST_EVENT, (line) => this.#hear(line));
    this.#child.stdout.on('data', (chunk: Buffer) => {
      try {
        lines.push(chunk);
      } catch (error) {
        this.stop(String(error));
      }
    });
    this.#hold(false);
  }

  /** Whether it can take another job. */
  get usable(): boolean {
    return !this.#ending.begun && !this.worn;
  }

  /** Whether it has had a job. */
  get hasWorked(): boolean {
    return this.#jobs > 0;
  }

  /** Whether its next job is its last. */
  get nearlyWorn(): boolean {
    return this.#jobs + 1 === this.#engine.worker.jobs;
  }

  /** Whether another host has to replace it, since it has had all its jobs or uses too much memory. */
  get worn(): boolean {
    return this.#jobs >= this.#engine.worker.jobs || this.#memory > MOST_MEMORY;
  }

  /** Kills it with its children, and removes its folder. */
  stop(why = 'stopped'): Promise<void> {
    this.#hold(true); // this process must live until its exit is seen
    return this.#ending.end(why);
  }

  /**
   * Does a job; the caller awaits it before the next one.
   * @returns the last event, and the result, which the caller closes
   * @throws ConversionError
   */
  async convert(
    order: EngineOrder,
    source: Uint8Array | AsyncIterable<Uint8Array>,
    { onProgress, seconds = this.#engine.worker.timeout }: HostOptions,
  ): Promise<{ readonly done: EngineDone; readonly file: OpenResult }> {
    this.#jobs += 1;
    this.#begun = false;
    this.#hold(true);
    const timer = setTimeout(() => this.stop(this.#watch?.working ? WORKED_TOO_LONG : TIMED_OUT), seconds * 1000);
    try {
      await this.#place(source);
      this.#watchProcessor(order);
      const done = await this.#ask(order, onProgress);
      this.#memory = done.memory ?? 0;
      clearTimeout(timer);
      const { workplace } = hostFolders(this.#folder);
      const largest = this.#engine.worker.scratch * 1024 * 1024;
      return { done, file: await openResult({ workplace, format: done.format, largest }) };
    } catch (error) {
      throw this.#explain(error);
    } finally {
      clearTimeout(timer);
      this.#watch?.stop();
      this.#watch = undefined;
    }
  }

  /** Makes it remove the files of the last job, which it otherwise does before the next. It is killed when it fails to. */
  async clean(): Promise<void> {
    if (!this.usable) return this.stop();
    const timer = setTimeout(() => this.stop(), CLEANING_TIME);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#listen = (line) => (line === CLEANED ? resolve() : this.stop('wrote an unexpected line'));
    this.#send({ clean: true });
    await Promise.race([Promise.all([promise, this.#removeSource()]), this.#ending.ended]);
    clearTimeout(timer);
    this.#listen = undefined;
    if (!this.#ending.begun) this.#hold(false); // else this process must live until its exit is seen
  }

  /** Writes the source. The host can read its folder and not write to it, so that no link of its making is followed. */
  async #place(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = hostFolders(this.#folder).source;
    await this.#removeSource();
    const small = source instanceof Uint8Array && source.length <= SMALL_FILE;
    this.#source = small ? 'small' : 'large';
    if (small) writeSmallSource(path, source);
    else await writeSource(path, source);
  }

  async #removeSource(): Promise<void> {
    const { source } = hostFolders(this.#folder);
    if (this.#source === 'small') removeSmallFile(source);
    else if (this.#source === 'large') await removeFile(source);
    this.#source = undefined;
  }

  /** Kills it when it uses more processor time than a source of this size may. */
  #watchProcessor(order: EngineOrder): void {
    const { pid } = this.#child;
    if (pid === undefined) return; // HostEnding reports it
    const { size } = statSync(hostFolders(this.#folder).source);
    const limit = processorTimeOf(this.#engine, size, order);
    this.#watch = new ProcessorWatch(pid, limit, () => this.stop(WORKED_TOO_LONG));
  }

  async #ask(order: EngineOrder, onProgress: HostOptions['onProgress']): Promise<EngineDone> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineDone>();
    const read = eventReader(order);
    this.#listen = (line) => {
      try {
        const event = read(line);
        const begins = !this.#begun;
        this.#begun = true;
        if (begins && event.event === 'progress') return; // the first progress only reports the beginning
        if (event.event === 'progress') onProgress?.(event.percent);
        else if (event.event === 'done') resolve(event);
        else if (event.chunks) reject(new LongVideo(event.chunks));
        else reject(new ConversionError(event.code, event.message, { cause: event.detail || undefined }));
      } catch (error) {
        reject(error);
      }
    };
    this.#send({ job: order });
    try {
      return await Promise.race([promise, this.#ending.ended.then((why) => Promise.reject(why))]);
    } finally {
      this.#listen = undefined;
    }
  }

  #hear(line: string): void {
    if (this.#listen) this.#listen(line);
    else this.stop('wrote a line without a request');
  }

  #send(request: HostRequest): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }

  /** The error that the client gets. After a failure that is not the file's fault the host gets no other job. */
  #explain(error: unknown): unknown {
    const { timeout } = this.#engine.worker;
    const explained =
      error instanceof ConversionError ? error : this.#ending.explain(error, { timeout, begun: this.#begun });
    // A host that ran out of time while it waited for its tool does not know whether the tool was working.
    const busy = explained.code === 'ENGINE_TIMED_OUT' && !this.#ending.begun && this.#watch?.working;
    if (explained.code === 'ENGINE_FAILED' || explained.code === 'ENGINE_TIMED_OUT') this.stop();
    return busy ? tooLong(explained) : explained;
  }

  /** Keeps this process alive while the host works, and not while it is idle. */
  #hold(working: boolean): void {
    // The pipes of a child are sockets; their declared types do not say so.
    const { stdin, stdout, stderr } = this.#child;
    for (const part of [this.#child, stdin, stdout, stderr] as { ref?(): void; unref?(): void }[]) {
      if (working) part.ref?.();
      else part.unref?.();
    }
  }
}
