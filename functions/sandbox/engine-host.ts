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

/** How a job is watched. */
export interface HostOptions {
  readonly onProgress?: (percent: number) => void;
  /** How long it may take, in seconds. @default the time limit of the engine */
  readonly seconds?: number;
}

/** What a host may hold between two jobs, in bytes. */
const MOST_MEMORY = 600 * 1024 * 1024;

/** How long a host may take to remove what a job left, in milliseconds: longer than LibreOffice may for what it closes. */
const CLEANING_TIME = 15_000;

/** The process in which an engine works, seen from outside: it gets jobs, and is ended when one takes too long. */
export class EngineHost {
  /** The account of its jobs, where it serves one only. */
  account: string | undefined;
  /** Whether it gives way to all others where processor time gets short. */
  readonly givesWay: boolean;
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ending: HostEnding;
  #listen: ((line: string) => void) | undefined;
  #jobs = 0;
  /** Whether it has said of its job that it begins: before that, nothing that goes wrong is the file's doing. */
  #begun = false;
  #watch: ProcessorWatch | undefined;
  #memory = 0;
  /** What the source of its last job is, where that has not been removed. */
  #source: 'small' | 'large' | undefined;

  constructor(engine: Engine, { folder, ...place }: HostPlace) {
    this.#engine = engine;
    this.#folder = makeHostFolder(folder, engine.name);
    this.givesWay = place.givesWay ?? false;
    const { command, arguments: args, environment } = hostCommand(engine, this.#folder, place);
    this.#child = spawn(command, args, {
      cwd: hostFolders(this.#folder).workplace,
      env: environment,
      // A group of its own, so that it can be ended with everything it starts.
      detached: true,
      stdio: 'pipe',
    });
    if (this.givesWay) giveWay(this.#child.pid);
    this.#ending = new HostEnding(this.#child, this.#folder);
    this.#child.stdin.on('error', () => {}); // its end reports it
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

  /** Whether it has been given a job. */
  get hasWorked(): boolean {
    return this.#jobs > 0;
  }

  /** Whether its next job is the last of its share. */
  get nearlyWorn(): boolean {
    return this.#jobs + 1 === this.#engine.worker.jobs;
  }

  /** Whether it has done its share of jobs, or has grown: another is to take its place. */
  get worn(): boolean {
    return this.#jobs >= this.#engine.worker.jobs || this.#memory > MOST_MEMORY;
  }

  /** Ends it, whatever it is doing, with everything it has started, and removes its folder. */
  stop(why = 'stopped'): Promise<void> {
    this.#hold(true); // who waits for its end shall see it
    return this.#ending.end(why);
  }

  /**
   * Does one job; the caller waits for it before giving the next.
   * @returns what the engine said, and the result, to be closed by the caller
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
      this.#watchProcessor();
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

  /** Has it remove what the last job left, which it otherwise does before the next. One that does not is ended. */
  async clean(): Promise<void> {
    if (!this.usable) return this.stop();
    const timer = setTimeout(() => this.stop(), CLEANING_TIME);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#listen = (line) => (line === CLEANED ? resolve() : this.stop('said what it was not asked'));
    this.#send({ clean: true });
    await Promise.race([Promise.all([promise, this.#removeSource()]), this.#ending.ended]);
    clearTimeout(timer);
    this.#listen = undefined;
    if (!this.#ending.begun) this.#hold(false); // or who waits for its end would not see it
  }

  /** It may read the folder of the source and not write to it; what we write to there, we have made ourselves. */
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

  /** Ends it when it uses more processor time than its source is given. */
  #watchProcessor(): void {
    const { pid } = this.#child;
    if (pid === undefined) return; // its end reports it
    const { size } = statSync(hostFolders(this.#folder).source);
    this.#watch = new ProcessorWatch(pid, processorTimeOf(this.#engine, size), () => this.stop(WORKED_TOO_LONG));
  }

  async #ask(order: EngineOrder, onProgress: HostOptions['onProgress']): Promise<EngineDone> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineDone>();
    const read = eventReader(order);
    this.#listen = (line) => {
      try {
        const event = read(line);
        const begins = !this.#begun;
        this.#begun = true;
        if (begins && event.event === 'progress') return; // it says no more than that
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
    else this.stop('spoke without being asked');
  }

  #send(request: HostRequest): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }

  /** The error that the client gets. After whatever is not clearly the file's fault, the host is not trusted with another. */
  #explain(error: unknown): unknown {
    const { timeout } = this.#engine.worker;
    const told =
      error instanceof ConversionError ? error : this.#ending.explain(error, { timeout, begun: this.#begun });
    // What waits inside of the host for one of its tools cannot tell whether that is at work.
    const busy = told.code === 'ENGINE_TIMED_OUT' && !this.#ending.begun && this.#watch?.working;
    if (told.code === 'ENGINE_FAILED' || told.code === 'ENGINE_TIMED_OUT') this.stop();
    return busy ? tooLong(told) : told;
  }

  /** While it works it keeps this process alive, when idle it does not. */
  #hold(working: boolean): void {
    // The pipes of a child are sockets; their declared types do not say so.
    const { stdin, stdout, stderr } = this.#child;
    for (const part of [this.#child, stdin, stdout, stderr] as { ref?(): void; unref?(): void }[]) {
      if (working) part.ref?.();
      else part.unref?.();
    }
  }
}
