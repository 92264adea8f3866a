import type {
  ConversionRecord,
  ConversionState,
  FormatEntry,
  FormatList,
  Health,
  OptionValue,
  Quality,
  UploadRecord,
  Usage,
} from './answers.ts';
import { ConvertedFile } from './converted-file.ts';
import { FileConversionError } from './errors.ts';
import { OwnConversions } from './own-conversions.ts';
import type { Rate } from './rate.ts';
import { type RequestOptions, Requests } from './requests.ts';
import { resolveFormats } from './resolve-formats.ts';
import { wait, withRetries } from './retry.ts';
import { storedZip } from './stored-zip.ts';
import type { Target, TargetOptions } from './targets.ts';

/** How a service is reached. */
export interface FileConversionOptions {
  /** The key of the caller, where the service asks for one. */
  readonly key?: string | undefined;
  /** How often a request is repeated that failed for a reason that may pass. @default 4 */
  readonly retries?: number;
  /** Told how it stands with the requests of the caller, with each answer that says so. */
  readonly onRate?: (rate: Rate) => void;
  /** What makes the requests. @default the platform's */
  readonly fetch?: typeof fetch;
}

/** What is converted: in Node, `await openAsBlob(path)` of `node:fs` reads a file while it is sent. */
export type Source = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** How far a conversion is: bytes that have been sent, percent of the work, or seconds until a request is repeated. */
export type Progress =
  | { readonly stage: 'upload'; readonly loaded: number; readonly total: number }
  | { readonly stage: 'convert'; readonly percent: number }
  | { readonly stage: 'wait'; readonly seconds: number; readonly code: string };

/** What is asked for. */
export interface ConvertRequest<T extends string = string> {
  /** The format to convert to. */
  readonly to: T | Target;
  /** The name of the file. @default that of a `File`, else `file` */
  readonly name?: string;
  /** @default medium */
  readonly quality?: Quality;
  /** What else the target can be asked for. */
  readonly options?: T extends Target ? TargetOptions[T] : Readonly<Record<string, OptionValue>>;
  readonly onProgress?: (progress: Progress) => void;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/** What is asked for when files become one PDF file, or one becomes several. */
export type PdfRequest<T extends 'pdf' | 'zip' = 'pdf'> = Omit<ConvertRequest<T>, 'to'>;

/** What goes in one request with its answer; what is larger goes to the store by a form, and cannot run into a time limit. */
const LARGEST_DIRECT = 4_000_000;

/** How long the service may let an answer wait, in seconds. */
const LONGEST_ANSWER = 20;

/** The first wait between two looks at the status, and the longest one, in milliseconds. */
const FIRST_LOOK = 250;
const LONGEST_LOOK = 4000;

/** A file conversion service. */
export class FileConversion {
  /** Those of the account of the key. */
  readonly conversions: OwnConversions;
  readonly #requests: Requests;
  readonly #retries: number;

  /** @param address of the service, with or without `/api/v1` */
  constructor(address: string, { key, retries = 4, onRate, fetch = globalThis.fetch }: FileConversionOptions = {}) {
    this.#requests = new Requests(address, key, (...request) => fetch(...request), onRate);
    this.#retries = retries;
    this.conversions = new OwnConversions(this.#requests, retries);
  }

  /**
   * Converts a file: sends it, and waits until the result lies ready to be fetched.
   * @throws FileConversionError; or the reason of the signal, when that is aborted
   */
  async convert<const T extends string>(source: Source, request: ConvertRequest<T>): Promise<ConvertedFile> {
    const { signal, onProgress } = request;
    const file = source instanceof Blob ? source : new Blob([source]);
    const name = request.name ?? nameOf(file, 'file');
    // Whoever sends a request again because its answer was lost does not want two conversions.
    const headers = { 'Idempotency-Key': newKey() };
    const order = { file, name, request, headers };
    const begun = file.size > LARGEST_DIRECT ? await this.#upload(order) : await this.#post(order);
    const state =
      begun.status === 'ready' ? begun : await this.#untilReady(begun.conversion_id, { signal, onProgress });
    return new ConvertedFile(state, name, this.#requests, this.#retries);
  }

  /**
   * Joins PDF files, pictures and whatever becomes PDF into one PDF file, in their order. They go as a zip that is made
   * here.
   * @param request whose `name` is that of the result. @default joined
   * @throws FileConversionError; or the reason of the signal, when that is aborted
   */
  async merge(sources: readonly Source[], request: PdfRequest = {}): Promise<ConvertedFile> {
    const zip = await zipToMerge(sources);
    const name = `${(request.name ?? 'joined').replace(/\.pdf$/i, '')}.zip`;
    return this.convert(zip, { ...request, to: 'pdf', name, options: { ...request.options, merge: true } });
  }

  /**
   * Splits a PDF file; the result is a zip of PDF files.
   * @param where `each` page, `every 10` pages, ranges such as `1-3,4-`, or at its `bookmarks`
   * @throws FileConversionError; or the reason of the signal, when that is aborted
   */
  split(source: Source, where = 'each', request: PdfRequest<'zip'> = {}): Promise<ConvertedFile> {
    const name = request.name ?? nameOf(source, 'file.pdf');
    return this.convert(source, { ...request, to: 'zip', name, options: { ...request.options, split: where } });
  }

  /** The state of a conversion. @throws FileConversionError NOT_FOUND, or why it failed */
  status(id: string, { signal }: RequestOptions = {}): Promise<ConversionState> {
    return this.#repeat(() => this.#requests.get(`/api/v1/status/${encodeURIComponent(id)}`, { signal }), signal);
  }

  /** What the account of the key has used this month, and what is left. @throws FileConversionError */
  usage({ signal }: RequestOptions = {}): Promise<Usage> {
    return this.#repeat(() => this.#requests.get('/api/v1/usage', { signal }), signal);
  }

  /** All formats, and what can be made of each. @throws FileConversionError */
  async formats({ signal }: RequestOptions = {}): Promise<readonly FormatEntry[]> {
    const get = () => this.#requests.get<FormatList>('/api/v1/formats', { signal });
    return resolveFormats(await this.#repeat(get, signal));
  }

  /** Whether the service is there. @throws FileConversionError */
  health({ signal }: RequestOptions = {}): Promise<Health> {
    return this.#repeat(() => this.#requests.get('/api/v1/health', { signal }), signal);
  }

  async #post({ file, name, request, headers }: Order): Promise<ConversionState> {
    const { to, quality, options = {}, signal, onProgress } = request;
    const form = new FormData();
    form.set('target_format', to);
    if (quality) form.set('quality', quality);
    if (Object.keys(options).length > 0) form.set('options', JSON.stringify(options));
    form.set('file', file, name);
    const send = () =>
      this.#requests.postForm<ConversionRecord>('/api/v1/convert', form, {
        headers: { ...headers, Prefer: `wait=${LONGEST_ANSWER}` },
        signal,
        onSent: onProgress && sentBytes(file.size, onProgress),
      });
    const { file_size, ...record } = await this.#repeat(send, signal, onProgress);
    return { ...record, ...(file_size !== null && { file_size }) };
  }

  /** By a form of the store; where the store cannot be reached from here, by the service after all. */
  async #upload(
    order: Order,
  ): Promise<(Pick<ConversionState, 'conversion_id'> & { status: 'processing' }) | ConversionState> {
    const { file, name, request, headers } = order;
    const { to: target_format, quality, options, signal, onProgress } = request;
    const settings = { filename: name, target_format, quality, options };
    const post = () => this.#requests.post<UploadRecord>('/api/v1/uploads', settings, { headers, signal });
    const { conversion_id, url, fields } = await this.#repeat(post, signal, onProgress);
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', file, name);
    const onSent = onProgress && sentBytes(file.size, onProgress);
    try {
      await this.#repeat(() => this.#requests.postFormTo(url, form, { signal, onSent }), signal, onProgress, 1);
    } catch (error) {
      if (error instanceof FileConversionError && error.code === 'UNREACHABLE') return this.#post(order);
      throw error;
    }
    return { conversion_id, status: 'processing' };
  }

  async #untilReady(
    id: string,
    { signal, onProgress }: Pick<ConvertRequest, 'signal' | 'onProgress'>,
  ): Promise<ConversionState> {
    for (let pause = FIRST_LOOK; ; pause = Math.min(pause * 1.4, LONGEST_LOOK)) {
      const state = await this.status(id, { signal });
      if (state.status === 'ready') return state;
      if (state.status === 'expired') throw expired();
      onProgress?.({ stage: 'convert', percent: state.progress ?? 0 });
      await wait(pause, signal);
    }
  }

  #repeat<T>(
    operation: () => Promise<T>,
    signal?: AbortSignal,
    onProgress?: ConvertRequest['onProgress'],
    retries = this.#retries,
  ): Promise<T> {
    const onWait =
      onProgress && ((seconds: number, { code }: FileConversionError) => onProgress({ stage: 'wait', seconds, code }));
    return withRetries(operation, { retries, signal, onWait });
  }
}

/** PDF files and pictures as a zip that is joined with the option `merge`, in their order. */
export function zipToMerge(sources: readonly Source[]): Promise<Blob> {
  const files = sources.map((source, index) => {
    // What begins with a dot is taken for something that a system left in the zip.
    const name = `${index + 1}/${nameOf(source, 'file').replace(/^\.+/, '').replaceAll('/', '_') || 'file'}`;
    return { name, content: source instanceof Blob ? source : new Blob([source]) };
  });
  return storedZip(files);
}

function nameOf(source: Source, otherwise: string): string {
  return 'name' in source && typeof source.name === 'string' ? source.name : otherwise;
}

/** What is sent, by whichever way. */
interface Order {
  readonly file: Blob;
  readonly name: string;
  readonly request: ConvertRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/** A form is a little larger than the file in it. */
function sentBytes(size: number, onProgress: (progress: Progress) => void) {
  return (loaded: number, total: number) =>
    onProgress({ stage: 'upload', loaded: total > 0 ? Math.round((loaded / total) * size) : 0, total: size });
}

function expired(): FileConversionError {
  return new FileConversionError('The result expired before it was fetched.', { code: 'EXPIRED', status: 404 });
}

/** A name that nobody else has. `randomUUID` is missing in pages that came without TLS, as from a machine at home. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
