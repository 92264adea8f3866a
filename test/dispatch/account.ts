import { randomUUID } from 'node:crypto';
import type { InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { SQSEvent } from 'aws-lambda';
import { engineNamed } from '../../functions/conversion/catalogue.ts';
import type { EngineCall } from '../../functions/conversion/engine-call.ts';
import { JOB_QUEUE_NAMES, type JobQueueName, queueOf } from '../../functions/conversion/job-queues.ts';
import { visibilityTimeout } from '../../functions/conversion/job-times.ts';
import type { FileStore, JobQueue } from '../../functions/conversion/stores.ts';
import { handler as dispatch } from '../../functions/dispatch/handler.ts';
import type { Messages } from '../../functions/services/messages.ts';

/** How Lambda responds to an invocation: normally, or with this error; `lost`: it begins, and its response is lost. */
export type Weather = (engine: string) => object | 'lost' | undefined;

interface Message {
  readonly handle: string;
  readonly body: string;
  readonly queue: JobQueueName;
  visibleAt: number;
  done: boolean;
}

/** Uses the fake clock of tests, which node:timers/promises does not. */
export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const MILLISECOND = 1000;

/**
 * Simulates an AWS account with so many concurrent executions: SQS, the event source mappings to dispatch, and the engine
 * functions, each invocation of which takes an execution. It uses the fake clock of tests.
 */
export class Account {
  /** Running invocations. */
  running = 0;
  most = 0;
  /** Throttled invocations of engines. */
  refused = 0;
  readonly sizes = new Map<string, number>();
  weather: Weather = () => undefined;
  readonly #room: number;
  readonly #atOnce: Readonly<Record<JobQueueName, number>>;
  readonly #engineTime: (engine: string) => number;
  readonly #messages = new Map<string, Message>();
  #stopped = false;

  constructor(room: number, atOnce: Readonly<Record<JobQueueName, number>>, engineTime: (engine: string) => number) {
    this.#room = room;
    this.#atOnce = atOnce;
    this.#engineTime = engineTime;
  }

  /** Runs something that takes an execution. @returns false when it is throttled */
  async occupy(act: () => Promise<unknown>): Promise<boolean> {
    if (this.running >= this.#room) return false;
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await act().finally(() => {
      this.running -= 1;
    });
    return true;
  }

  readonly jobs: JobQueue = {
    longestTurn: 5000,
    send: async ({ id, engine }) => {
      const body = JSON.stringify({ conversion_id: id, engine });
      const queue = queueOf(engineNamed(engine));
      const message = { handle: randomUUID(), body, queue, visibleAt: Date.now(), done: false };
      this.#messages.set(message.handle, message);
    },
  };

  readonly messages: Messages = {
    again: async (handle, delay) => {
      const message = this.#messages.get(handle);
      if (message) message.visibleAt = Date.now() + Math.ceil(delay / MILLISECOND) * MILLISECOND;
    },
  };

  /** The store that signs links and forms, and knows the results of engines. */
  readonly files: FileStore = {
    put: async (key, content) => void this.sizes.set(key, content instanceof Uint8Array ? content.length : 1),
    size: async (key) => this.sizes.get(key),
    delete: async (key) => void this.sizes.delete(key),
    form: async (key) => ({ url: 'https://bucket', fields: { key } }),
    link: async (key) => `https://bucket/${key}`,
    receive: () => Promise.reject(new Error('not here')),
    open: () => Promise.reject(new Error('not here')),
    peek: () => Promise.reject(new Error('not here')),
  };

  readonly lambda = {
    send: async ({ input }: InvokeWithResponseStreamCommand) => {
      const engine = input.FunctionName ?? '';
      const answer = this.weather(engine);
      const full = this.running >= this.#room;
      if (full || (answer && answer !== 'lost')) {
        this.refused += 1;
        throw Object.assign(new Error('refused'), full ? THROTTLED : answer);
      }
      return { $metadata: { requestId: randomUUID() }, EventStream: this.#work(engine, input, answer === 'lost') };
    },
  } as unknown as LambdaClient;

  async *#work(engine: string, { Payload }: InvokeWithResponseStreamCommand['input'], lost: boolean) {
    const { result, targetFormat } = JSON.parse(Buffer.from(Payload as Uint8Array).toString()) as EngineCall;
    await this.occupy(() => pause(this.#engineTime(engine)));
    if (lost) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    this.sizes.set(result.fields.key ?? '', 7);
    const done = { event: 'done', format: targetFormat, seconds: this.#engineTime(engine) / MILLISECOND };
    yield { PayloadChunk: { Payload: Buffer.from(`${JSON.stringify(done)}\n`) } };
  }

  /** Delivers messages to dispatch, as Lambda does, until it is stopped. */
  start(): void {
    for (const queue of JOB_QUEUE_NAMES)
      for (let poller = 0; poller < this.#atOnce[queue]; poller += 1) void this.#poll(queue);
  }

  stop(): void {
    this.#stopped = true;
  }

  async #poll(queue: JobQueueName): Promise<void> {
    while (!this.#stopped) {
      const message = this.#receive(queue);
      if (message) await this.#deliver(message);
      else await pause(500);
    }
  }

  #receive(queue: JobQueueName): Message | undefined {
    const now = Date.now();
    for (const message of this.#messages.values()) {
      if (message.queue !== queue || message.visibleAt > now) continue;
      message.visibleAt = now + visibilityTimeout(queue) * MILLISECOND;
      return message;
    }
    return undefined;
  }

  /** Lambda retries throttled invocations until the message is visible again. */
  async #deliver(message: Message): Promise<void> {
    const { handle, body } = message;
    const event = { Records: [{ messageId: handle, receiptHandle: handle, body }] } as unknown as SQSEvent;
    const until = message.visibleAt;
    const invoke = async () => {
      const { batchItemFailures } = await dispatch(event).catch(() => ({ batchItemFailures: [{}] }));
      if (batchItemFailures.length === 0) this.#messages.delete(handle);
    };
    while (!this.#stopped && Date.now() < until && !(await this.occupy(invoke))) await pause(1000);
  }
}

/** The error of Lambda when it throttles. */
export const THROTTLED = { name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } };
