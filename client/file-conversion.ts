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

/** The settings of a client. */
export interface FileConversionOptions {
  /** The API key, where the service requires one. */
  readonly key?: string | undefined;
  /** The count of retries after a transient failure. @default 4 */
  readonly retries?: number;
  /** Called with the rate limit in each response that has it. */
  readonly onRate?: (rate: Rate) => void;
  /** @default the `fetch` of the platform */
  readonly fetch?: typeof fetch;
}

/** The file to convert. In Node.js `await openAsBlob(path)` of `node:fs` reads it while it is sent. */
export type Source = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** The progress of a conversion: sent bytes, percent of the conversion, or seconds until a retry. */
export type Progress =
  | { readonly stage: 'upload'; readonly loaded: number; readonly total: number }
  | { readonly stage: 'convert'; readonly percent: number }
  | { readonly stage: 'wait'; readonly seconds: number; readonly code: string };

/** The settings of a conversion. */
export interface ConvertRequest<T extends string = string> {
  /** The format to convert to. */
  readonly to: T | Target;
  /** The name of the file. @default that of a `File`, else `file` */
  readonly name?: string;
  /** @default medium */
  readonly quality?: Quality;
  /** The options of the target. */
  readonly options?: T extends Target ? TargetOptions[T] : Readonly<Record<string, OptionValue>>;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The settings for joining files into a PDF file, or for splitting one. */
export type PdfRequest<T extends 'pdf' | 'zip' = 'pdf'> = Omit<ConvertRequest<T>, 'to'>;

/** The largest file that is sent to the service itself, in bytes. Larger ones go to the store, which has no time limit. */
const LARGEST_DIRECT = 4_000_000;

/** How long a request may wait for its conversion, in seconds. */
const LONGEST_ANSWER = 20;

/** The first and the longest polling interval, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** A client of a file conversion service. */
export class FileConversion {
  /** The conversions of the account of the key. */
  readonly conversions: OwnConversions;
  readonly #requests: Requests;
  readonly #retries: number;

  /** @param address the address of the service, with or without `/api/v1` */
  constructor(address: string, { key, retries = 4, onRate, fetch = globalThis.fetch }: FileConversionOptions = {}) {
    this.#requests = new Requests(address, key, (...request) => fetch(...request), onRate);
    this.#retries = retries;
    this.conversions = new OwnConversions(this.#requests, retries);
  }

  /**
   * Converts a file: sends it, and waits until the result can be downloaded.
   * @throws FileConversionError; or the reason of the signal, when that is aborted
   */
  async convert<const T extends string>(source: Source, request: ConvertRequest<T>): Promise<ConvertedFile> {
    const { signal, onProgress } = request;
    const file = source instanceof Blob ? source : new Blob([source]);
    const name = request.name ?? nameOf(file, 'file');
    // So that a retry after a lost response makes no second conversion.
    const headers = { 'Idempotency-Key': newKey() };
    const order = { file, name, request, headers };
    const begun = file.size > LARGEST_DIRECT ? await this.#upload(order) : await this.#post(order);
    const state =
      begun.status === 'ready' ? begun : await this.#untilReady(begun.conversion_id, { signal, onProgress });
    return new ConvertedFile(state, name, this.#requests, this.#retries);
  }

  /**
   * Joins PDF files, pictures and whatever can be converted to PDF into one PDF file, in their order. They are sent as a
   * zip, which is made here.
   * @param request its `name` is that of the result. @default joined
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

  /** The state of a conversion. @throws FileConversionError NOT_FOUND, or the error of a failed conversion */
  status(id: string, { signal }: RequestOptions = {}): Promise<ConversionState> {
    return this.#repeat(() => this.#requests.get(`/api/v1/status/${encodeURIComponent(id)}`, { signal }), signal);
  }

  /** The usage of the account in this month. @throws FileConversionError */
  usage({ signal }: RequestOptions = {}): Promise<Usage> {
    return this.#repeat(() => this.#requests.get('/api/v1/usage', { signal }), signal);
  }

  /** All formats with their conversions and options. @throws FileConversionError */
  async formats({ signal }: RequestOptions = {}): Promise<readonly FormatEntry[]> {
    const get = () => this.#requests.get<FormatList>('/api/v1/formats', { signal });
    return resolveFormats(await this.#repeat(get, signal));
  }

  /** The health of the service. @throws FileConversionError */
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

  /** Uploads to the store by form; where the store cannot be reached, the file is sent to the service itself. */
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
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.4, LONGEST_PAUSE)) {
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

/** A zip of files, which the option `merge` joins in their order. */
export function zipToMerge(sources: readonly Source[]): Promise<Blob> {
  const files = sources.map((source, index) => {
    // The service skips hidden files of a zip.
    const name = `${index + 1}/${nameOf(source, 'file').replace(/^\.+/, '').replaceAll('/', '_') || 'file'}`;
    return { name, content: source instanceof Blob ? source : new Blob([source]) };
  });
  return storedZip(files);
}

function nameOf(source: Source, otherwise: string): string {
  return 'name' in source && typeof source.name === 'string' ? source.name : otherwise;
}

/** A file with its request, for both ways of sending it. */
interface Order {
  readonly file: Blob;
  readonly name: string;
  readonly request: ConvertRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/** Scales the progress of a form to the file in it, which is a little smaller. */
function sentBytes(size: number, onProgress: (progress: Progress) => void) {
  return (loaded: number, total: number) =>
    onProgress({ stage: 'upload', loaded: total > 0 ? Math.round((loaded / total) * size) : 0, total: size });
}

function expired(): FileConversionError {
  return new FileConversionError('The result expired before it was fetched.', { code: 'EXPIRED', status: 404 });
}

/** A random key. `crypto.randomUUID` is missing in pages without TLS, such as those of a machine at home. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
