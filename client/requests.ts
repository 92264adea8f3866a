import type { Envelope } from './answers.ts';
import { FileConversionError, unreachable } from './errors.ts';
import { type Rate, rateOf } from './rate.ts';
import { type SentBytes, sendForm } from './send-form.ts';

/** The signal and the headers of a request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to the service, with the API key of the caller. */
export class Requests {
  /** The address without `/api/v1`, and without a slash at its end. */
  readonly origin: string;
  readonly #key: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #onRate: ((rate: Rate) => void) | undefined;

  /**
   * @param address the address of the service, with or without `/api/v1`
   * @param onRate called with the rate limit in each response that has it
   */
  constructor(address: string, key: string | undefined, fetcher: typeof fetch, onRate?: (rate: Rate) => void) {
    this.#onRate = onRate;
    this.origin = address.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    this.#key = key;
    this.#fetch = fetcher;
  }

  /** GETs the data of a JSON response. @throws FileConversionError */
  async get<T>(path: string, { signal }: RequestOptions = {}): Promise<T> {
    return readData(await this.open(path, { signal }));
  }

  /** DELETEs a resource. @throws FileConversionError */
  async delete(path: string, { signal }: RequestOptions = {}): Promise<void> {
    await readData(await this.#send(path, { method: 'DELETE', signal }));
  }

  /** POSTs a JSON object. @throws FileConversionError */
  async post<T>(path: string, body: object, { signal, headers }: RequestOptions = {}): Promise<T> {
    return readData(
      await this.#send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'Content-Type': 'application/json' },
        signal,
      }),
    );
  }

  /** POSTs a form, with progress where the platform supports that. @throws FileConversionError */
  async postForm<T>(path: string, form: FormData, options: RequestOptions & SentBytes): Promise<T> {
    const headers = { ...this.#authorization(), ...options.headers };
    return readData(
      this.#noteRate(await sendForm(this.origin + path, form, { ...options, headers, fetch: this.#fetch })),
    );
  }

  /** POSTs a form to another origin, without the API key. @throws FileConversionError */
  async postFormTo(url: string, form: FormData, options: RequestOptions & SentBytes): Promise<void> {
    const response = await sendForm(url, form, { ...options, fetch: this.#fetch });
    if (!response.ok) throw await readRefusal(response);
    await response.body?.cancel();
  }

  /** GETs a response that is not JSON. @throws FileConversionError when it is an error */
  async open(path: string, { signal }: RequestOptions = {}): Promise<Response> {
    const response = await this.#send(path, { signal });
    if (!response.ok) throw await readFailure(response);
    return response;
  }

  async #send(path: string, init: Omit<RequestInit, 'signal'> & RequestOptions): Promise<Response> {
    const { signal, headers, ...rest } = init;
    const request = { ...rest, headers: { ...this.#authorization(), ...headers }, ...(signal && { signal }) };
    try {
      return this.#noteRate(await this.#fetch(this.origin + path, request));
    } catch (cause) {
      throw unreachable(cause, this.origin, signal);
    }
  }

  #noteRate(response: Response): Response {
    const rate = this.#onRate && rateOf(response.headers);
    if (rate) this.#onRate?.(rate);
    return response;
  }

  #authorization(): Record<string, string> {
    return this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` };
  }
}

async function readData<T>(response: Response): Promise<T> {
  if (!response.ok) throw await readFailure(response);
  const { data } = await readEnvelope<T>(response);
  if (data === undefined) throw unexpected(response);
  return data;
}

/** The failure of an upload: a bucket tells in XML that the file is too large. */
async function readRefusal(response: Response): Promise<FileConversionError> {
  const text = await response.text().catch(() => '');
  if (!text.includes('<Code>EntityTooLarge</Code>')) return failureIn(text, response);
  return new FileConversionError('The file is larger than the service takes.', { code: 'FILE_TOO_LARGE', status: 413 });
}

async function readFailure(response: Response): Promise<FileConversionError> {
  return failureIn(await response.text().catch(() => ''), response);
}

function failureIn(text: string, response: Response): FileConversionError {
  const envelope = parse<never>(text);
  if (!envelope?.code) return unexpected(response);
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new FileConversionError(envelope.error ?? envelope.message, {
    code: envelope.code,
    status: response.status,
    retryAfter: Number.isFinite(after) ? after : undefined,
    requestId: envelope.request_id,
  });
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T>> {
  const envelope = parse<T>(await response.text());
  if (envelope?.success) return envelope;
  throw unexpected(response);
}

function parse<T>(text: string): Envelope<T> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Envelope<T>) : undefined;
  } catch {
    return undefined;
  }
}

function unexpected({ status }: Response): FileConversionError {
  const message = `The answer (HTTP status ${status}) is not one of a file conversion service. Is the address right?`;
  return new FileConversionError(message, { code: 'UNEXPECTED_ANSWER', status });
}
