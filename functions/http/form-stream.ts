import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Dicer } from '@fastify/busboy';
import type { ConversionError } from '../conversion/errors.ts';
import { invalidForm, LONGEST_PART_HEADERS, MOST_PARTS, type Part, parsePartName } from './multipart.ts';

/** A part whose content is still on its way. */
export interface StreamedPart extends Omit<Part, 'size'> {
  /** Can be left at any point: what nobody reads is passed over. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Does something with a part as it comes in. */
export type TakePart = (part: StreamedPart) => Promise<void>;

/** How long the parser may take to notice that everything has been read, in milliseconds. */
const SETTLING_TIME = 1000;

/**
 * Walks a multipart body (RFC 2046, 5.1) while it comes in, in constant memory, by the rules of `listParts`. Unless it
 * breaks off, the body is read to its end, whatever is wrong with it.
 * @throws ConversionError INVALID_REQUEST when the body is broken or breaks off; what `take` throws
 */
export async function readForm(body: Readable, boundary: string, take: TakePart): Promise<Part[]> {
  const form = new FormReader(boundary, take);
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) await form.write(chunk);
  } catch (error) {
    await form.breakOff(error as Error);
    throw invalidForm('The request broke off before its end.', error);
  }
  return form.end();
}

/** Turns the events of the parser into parts that are taken one after the other. */
class FormReader {
  readonly #parser: Dicer;
  readonly #take: TakePart;
  readonly #parts: Promise<Part>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  readonly #streams: Readable[] = [];
  /** What was wrong with the body as a whole, if anything was. */
  readonly #finished: Promise<Error | undefined>;

  constructor(boundary: string, take: TakePart) {
    this.#take = take;
    this.#parser = new Dicer({ boundary, maxHeaderSize: LONGEST_PART_HEADERS } as Dicer.Config);
    this.#parser.on('part', (stream) => this.#begin(stream as unknown as Readable));
    this.#finished = new Promise((resolve) => {
      this.#parser.on('error', (cause) => resolve(cutOff(cause)));
      this.#parser.once('finish', () => resolve(undefined));
    });
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (!this.#parser.write(chunk)) await once(this.#parser, 'drain');
  }

  /** Lets nobody wait for what does not come any more. */
  async breakOff(error: Error): Promise<void> {
    for (const stream of this.#streams) stream.destroy(error);
    await Promise.allSettled(this.#parts);
  }

  /** The parts, once each has been taken and the body was found whole. */
  async end(): Promise<Part[]> {
    this.#parser.end();
    const failure = await Promise.race([this.#finished, this.#allTaken()]);
    if (failure) {
      await this.breakOff(failure);
      throw failure;
    }
    await Promise.allSettled(this.#parts);
    if (this.#parts.length > MOST_PARTS) throw invalidForm(`The multipart body has more than ${MOST_PARTS} parts.`);
    return Promise.all(this.#parts);
  }

  /** Once all parts have been taken, there is nothing left that the parser could wait for. */
  async #allTaken(): Promise<Error> {
    await Promise.allSettled(this.#parts);
    return setTimeout(SETTLING_TIME, cutOff(), { ref: false });
  }

  #begin(stream: Readable): void {
    const take = this.#parts.length < MOST_PARTS ? this.#take : async () => undefined;
    const content = new PartContent(stream);
    const part = this.#last.then(() => readPart(content, take));
    this.#last = part.catch(() => undefined);
    this.#streams.push(stream);
    this.#parts.push(part);
  }
}

async function readPart(content: PartContent, take: TakePart): Promise<Part> {
  const headers = await content.headers;
  try {
    const names = parsePartName(headers['content-disposition']?.[0] ?? '');
    await take({ ...names, content });
    return { ...names, size: await content.passOver() };
  } catch (error) {
    await content.passOver();
    throw error;
  }
}

type Headers = Readonly<Record<string, readonly string[]>>;

/** The content of a part, and what is told before it. */
class PartContent implements AsyncIterable<Uint8Array> {
  /** None when the part ends before its headers do. */
  readonly headers: Promise<Headers>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #first: Promise<IteratorResult<Uint8Array>> | undefined;
  #size = 0;

  constructor(stream: Readable) {
    let headers: Headers = {};
    stream.once('header', (found) => {
      headers = found;
    });
    this.#chunks = stream.iterator({ destroyOnReturn: false });
    // Reading begins at once: a part without headers is known by its end.
    this.#first = this.#chunks.next();
    this.headers = this.#first.then(() => inUtf8(headers));
  }

  /** Whoever leaves the content leaves the rest to another. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next() };
  }

  /** Reads what is left of it. @returns the size of it all in bytes */
  async passOver(): Promise<number> {
    while (!(await this.#next()).done);
    return this.#size;
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    const step = await (this.#first ?? this.#chunks.next());
    this.#first = undefined;
    if (!step.done) this.#size += step.value.length;
    return step;
  }
}

/** The parser gives headers byte by byte. */
function inUtf8(headers: Headers): Headers {
  const decoded = Object.entries(headers).map(([name, values]) => [
    name,
    values.map((value) => Buffer.from(value, 'latin1').toString()),
  ]);
  return Object.fromEntries(decoded) as Headers;
}

function cutOff(cause?: unknown): ConversionError {
  return invalidForm('The multipart body is cut off: its closing boundary is missing.', cause);
}
