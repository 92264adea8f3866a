import type { ConversionState } from './answers.ts';
import { FileConversionError } from './errors.ts';
import type { Requests } from './requests.ts';
import { withRetries } from './retry.ts';

/** The callback and the signal of a download. */
export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with counts of bytes. `total` is the `Content-Length`. */
  readonly onProgress?: (progress: { stage: 'download'; loaded: number; total: number }) => void;
}

/**
 * A result that the service keeps for 30 minutes, or until it has been downloaded once. Download it by one of `bytes`,
 * `blob` and `stream`.
 */
export class ConvertedFile {
  /** The identifier of the conversion, by which others can download the result too. */
  readonly id: string;
  /** The name of the source with the extension of the result: a name in a folder, never a path. */
  readonly name: string;
  /** `zip` where one file became many; else the target. */
  readonly format: string;
  /** In bytes. */
  readonly size: number;
  readonly expiresAt: Date;
  readonly #path: string;
  readonly #requests: Requests;
  readonly #retries: number;

  constructor(state: ConversionState, sourceName: string, requests: Requests, retries: number) {
    this.id = state.conversion_id;
    this.format = state.result_format;
    this.name = `${stemOf(sourceName)}.${state.result_format}`.replace(NOT_IN_NAMES, '_');
    this.size = state.file_size ?? 0;
    this.expiresAt = new Date(state.expires_at);
    this.#path = state.download_url;
    this.#requests = requests;
    this.#retries = retries;
  }

  /** The result as a stream. Only `bytes` and `blob` retry a download that breaks off. @throws FileConversionError */
  async stream({ signal, onProgress }: DownloadOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const response = await this.#open(signal);
    const total = Number(response.headers.get('Content-Length') ?? this.size);
    if (!response.body) throw brokenOff(0, total);
    return response.body.pipeThrough(counted(total, (loaded) => onProgress?.({ stage: 'download', loaded, total })));
  }

  /** The whole result. @throws FileConversionError */
  async blob(options: DownloadOptions = {}): Promise<Blob> {
    const fetchAll = async () => {
      const stream = await this.stream(options);
      try {
        return await new Response(stream).blob();
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        throw error instanceof FileConversionError ? error : brokenOff(0, this.size, error);
      }
    };
    return withRetries(fetchAll, { retries: this.#retries, signal: options.signal });
  }

  /** The whole result. @throws FileConversionError */
  async bytes(options: DownloadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.blob(options)).arrayBuffer());
  }

  #open(signal: AbortSignal | undefined): Promise<Response> {
    return withRetries(() => this.#requests.open(this.#path, { signal }), { retries: this.#retries, signal });
  }
}

/** Characters with which a name would be a path, here or on Windows, and control characters. */
const NOT_IN_NAMES = /[/\\:\p{Cc}]/gu;

/** A name without its extension: the last two parts of a.tar.gz, and nothing of .profile. */
function stemOf(path: string): string {
  const name = path.replace(/.*[/\\]/s, '');
  return name.replace(/(?!^)(\.tar)?\.[^.]*$/, '') || 'file';
}

/** Counts the bytes of a stream, and fails when it ends early. */
function counted(total: number, onLoaded: (loaded: number) => void) {
  let loaded = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      onLoaded(loaded);
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (loaded < total) controller.error(brokenOff(loaded, total));
    },
  });
}

function brokenOff(loaded: number, total: number, cause?: unknown): FileConversionError {
  const message = `The result broke off after ${loaded} of ${total} bytes.`;
  return new FileConversionError(message, { code: 'BROKEN_OFF', status: 0, cause });
}
