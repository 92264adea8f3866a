import type { Readable } from 'node:stream';
import { BodyReader } from './body-reader.ts';
import { invalidForm, LONGEST_PART_HEADERS, MOST_PARTS, type Part, readPartNames } from './multipart.ts';

/** A part whose content is still being received. */
export interface StreamedPart extends Omit<Part, 'size'> {
  /** Need not be read to its end: the rest is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Handles a part while it is received. */
export type TakePart = (part: StreamedPart) => Promise<void>;

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const CLOSING = Buffer.from('--');

/** The longest transport padding after a boundary (RFC 2046), in bytes. */
const LONGEST_PADDING = 200;

const NO_BOUNDARY = 'The multipart body does not contain the boundary that its Content-Type names.';
const NO_NEW_LINE = 'The multipart body is broken: a boundary is not followed by a new line.';
const ENDLESS_HEADERS = 'The multipart body is broken: the headers of a part do not end.';
const CUT_OFF = 'The multipart body is cut off: its closing boundary is missing.';

/**
 * Parses a multipart body (RFC 2046, 5.1) while it is received, in constant memory. The body is read to its end even if it
 * is malformed.
 * @throws ConversionError INVALID_REQUEST when the body is malformed or cut off; errors of `take`
 */
export async function readForm(body: Readable, boundary: string, take: TakePart): Promise<Part[]> {
  const reader = new BodyReader(body);
  try {
    return await readParts(reader, Buffer.from(`\r\n--${boundary}`), take);
  } finally {
    await reader.drain();
  }
}

async function readParts(reader: BodyReader, separator: Buffer, take: TakePart): Promise<Part[]> {
  const parts: Part[] = [];
  // The first boundary may stand at the very beginning, without a new line before it.
  const first = separator.subarray(CRLF.length);
  if (await reader.startsWith(first)) reader.skip(first.length);
  else for await (const _ of reader.until(separator, NO_BOUNDARY));
  while (!(await reader.startsWith(CLOSING))) {
    if (parts.length === MOST_PARTS) throw invalidForm(`The multipart body has more than ${MOST_PARTS} parts.`);
    parts.push(await readPart(reader, separator, take));
  }
  return parts;
}

async function readPart(reader: BodyReader, separator: Buffer, take: TakePart): Promise<Part> {
  const padding = await reader.before(CRLF, LONGEST_PADDING, NO_NEW_LINE);
  if (/[^ \t]/.test(padding.toString('latin1'))) throw invalidForm(NO_NEW_LINE);
  const headers = await reader.before(BLANK_LINE, LONGEST_PART_HEADERS, ENDLESS_HEADERS);
  const names = readPartNames(headers.toString());
  reader.skip(CRLF.length);
  const content = new PartContent(reader.until(separator, CUT_OFF));
  await take({ ...names, content });
  return { ...names, size: await content.skip() };
}

/** The content of a part. The new line before it may also begin the next boundary: then it is empty. */
class PartContent implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Buffer, void>;
  #size = -CRLF.length;

  constructor(chunks: AsyncIterator<Buffer, void>) {
    this.#chunks = chunks;
  }

  /** An iterator without `return`: leaving a loop does not end the content. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next() };
  }

  /** Skips the rest. @returns the size of the whole content in bytes */
  async skip(): Promise<number> {
    while (!(await this.#next()).done);
    return Math.max(0, this.#size);
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    const { value, done } = await this.#chunks.next();
    if (done) return { value: undefined, done };
    const chunk = this.#size < 0 ? value.subarray(CRLF.length) : value;
    this.#size += value.length;
    return chunk.length > 0 ? { value: chunk } : this.#next();
  }
}
