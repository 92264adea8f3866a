import { InvokeWithResponseStreamCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { type ChunkStep, LongVideo } from '../conversion/chunks.ts';
import {
  type ConversionJob,
  type Converter,
  type ConvertOptions,
  type JobOutcome,
  orderOf,
} from '../conversion/converter.ts';
import type { EngineCall, WakeCall } from '../conversion/engine-call.ts';
import {
  type EngineDone,
  type EngineEvent,
  type EngineOrder,
  eventReader,
  LONGEST_EVENT,
} from '../conversion/engine-events.ts';
import { ConversionError, engineFailed, NotBegun } from '../conversion/errors.ts';
import type { FileStore } from '../conversion/stores.ts';
import { LineSplitter } from '../line-splitter.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { LARGEST_RESULT, LINK_TIME, NOBODY } from './engine-functions.ts';
import { FunctionEnded } from './function-ended.ts';
import { isNotBegun } from './not-begun.ts';

/** What is asked of an engine that can divide a video. No more chunks than whose links are passed on in one call. */
const PLAN = { step: 'plan', seconds: 60, most: 120 } as const satisfies ChunkStep;

/** How the engine functions are called. */
export interface LambdaConverterOptions {
  /** The name of the function of an engine. */
  readonly functionName: (engine: string) => string;
  /** The engines that may be called. */
  readonly engines: () => readonly string[];
  /** Whether the engine functions keep accounts apart, so that each call has to name one. */
  readonly perAccount: boolean;
  /** Whether long videos may be converted in chunks, by who catches a LongVideo. @default false */
  readonly inChunks?: boolean;
}

/**
 * The engines on AWS: a function for each, which holds nothing. It is given the source, or a link to that one file, and
 * a form for that one result; what it says comes back while it works.
 */
export class LambdaConverter implements Converter {
  /** Lambda freezes a function that has answered. */
  readonly outlivesRequest = false;
  readonly #lambda: LambdaClient;
  readonly #files: FileStore;
  readonly #options: LambdaConverterOptions;

  constructor(lambda: LambdaClient, files: FileStore, options: LambdaConverterOptions) {
    this.#lambda = lambda;
    this.#files = files;
    this.#options = options;
  }

  async convert(job: ConversionJob, options: ConvertOptions = {}): Promise<JobOutcome> {
    options.onBegin?.(); // calls do not wait for one another
    const done = await this.#call(job, this.#orderOf(job), options);
    const fileSize = await this.#files.size(job.result);
    if (!fileSize) throw engineFailed('the engine stored no result');
    const { format: resultFormat, seconds: conversionTime, parts } = done;
    return { resultFormat, conversionTime, fileSize, ...(parts && { parts }) };
  }

  #orderOf(job: ConversionJob): EngineOrder {
    const order = orderOf(job);
    return this.#options.inChunks && !(job.source instanceof Uint8Array) ? { ...order, chunks: PLAN } : order;
  }

  async wake(): Promise<void> {
    // One after the other, since new accounts have few executions. An inactive function refuses the call, and becomes active.
    for (const engine of this.#options.engines())
      await this.#wake(engine).catch((error: unknown) => {
        logger.warn('An engine did not wake', { engine, cause: causeInLog(error) });
      });
  }

  async #wake(engine: string): Promise<void> {
    const { EventStream = [] } = await this.#invoke(engine, { wake: true });
    for await (const _ of EventStream);
  }

  async #call(job: ConversionJob, order: EngineOrder, options: ConvertOptions): Promise<EngineDone> {
    const { onProgress, signal } = options;
    let last: EngineEvent | undefined;
    const read = eventReader(order);
    const lines = new LineSplitter(LONGEST_EVENT, (line) => {
      last = read(line);
      if (last.event === 'progress') onProgress?.(last.percent);
    });
    try {
      for await (const chunk of this.#listen(job, order, options.signal)) lines.push(chunk);
    } catch (error) {
      if (signal?.aborted) throw timedOut(error);
      if (error instanceof FunctionEnded) throw error.explain(last !== undefined);
      throw error instanceof NotBegun ? error : engineFailed(error);
    }
    if (last?.event === 'done') return last;
    if (last?.event !== 'failed') throw engineFailed('the engine ended without a word');
    if (last.chunks) throw new LongVideo(last.chunks);
    throw new ConversionError(last.code, last.message, { cause: last.detail || undefined });
  }

  async *#listen(job: ConversionJob, order: EngineOrder, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const call: EngineCall = { ...order, ...(await this.#handles(job)) };
    const { EventStream = [], $metadata } = await this.#begin(job, call, signal);
    // The request id leads to the lines of this call in the log of the engine function.
    logger.info('An engine was called', {
      conversion: job.id && conversionInLog(job.id),
      engine: job.engine,
      engine_request_id: $metadata?.requestId,
    });
    for await (const { PayloadChunk, InvokeComplete } of EventStream) {
      if (PayloadChunk?.Payload) yield Buffer.from(PayloadChunk.Payload);
      if (InvokeComplete?.ErrorCode) throw new FunctionEnded(InvokeComplete.ErrorCode, InvokeComplete.ErrorDetails);
    }
  }

  /** @throws NotBegun; from its answer on an engine may be at work, and what breaks off has failed */
  async #begin({ engine, account }: ConversionJob, call: EngineCall, signal: AbortSignal | undefined) {
    try {
      return await this.#invoke(engine, call, account, signal);
    } catch (error) {
      throw isNotBegun(error) ? new NotBegun(error) : error;
    }
  }

  #invoke(engine: string, call: EngineCall | WakeCall, account = NOBODY, abortSignal?: AbortSignal) {
    const command = new InvokeWithResponseStreamCommand({
      FunctionName: this.#options.functionName(engine),
      Payload: Buffer.from(JSON.stringify(call)),
      ...(this.#options.perAccount && { TenantId: account }),
    });
    return this.#lambda.send(command, abortSignal && { abortSignal });
  }

  /** All that the engine has access to: one source, and the key of one result. */
  async #handles({ source, result }: ConversionJob): Promise<Pick<EngineCall, 'source' | 'result'>> {
    const until = Date.now() + LINK_TIME;
    const form = await this.#files.form(result, until, LARGEST_RESULT, 1);
    if (source instanceof Uint8Array)
      return { source: { bytes: Buffer.from(source).toString('base64') }, result: form };
    const { key, range, followedBy } = source;
    const [url = '', ...more] = await Promise.all(
      [key, ...(followedBy ?? [])].map((each) => this.#files.link(each, until)),
    );
    return { source: followedBy ? { urls: [url, ...more] } : { url, range }, result: form };
  }
}

function timedOut(cause: unknown): ConversionError {
  const message = 'The conversion took too long and was stopped. Try a smaller or simpler file.';
  return new ConversionError('ENGINE_TIMED_OUT', message, { cause });
}
