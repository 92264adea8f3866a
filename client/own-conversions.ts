import type { ConversionList, ListedConversion } from './answers.ts';
import { ConvertedFile } from './converted-file.ts';
import { FileConversionError } from './errors.ts';
import type { RequestOptions, Requests } from './requests.ts';
import { withRetries } from './retry.ts';

/** The settings of a list. */
export interface ListOptions extends Pick<RequestOptions, 'signal'> {
  /** How many conversions a request fetches, 1 to 100. @default 50 */
  readonly pageSize?: number;
}

/** The conversions of the account of the key. */
export class OwnConversions {
  readonly #requests: Requests;
  readonly #retries: number;

  constructor(requests: Requests, retries: number) {
    this.#requests = requests;
    this.#retries = retries;
  }

  /** All conversions, newest first. Each page is fetched when it is needed. @throws FileConversionError */
  async *list({ pageSize = 50, signal }: ListOptions = {}): AsyncGenerator<ListedConversion, void> {
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ limit: `${pageSize}`, ...(cursor && { cursor }) });
      const page: ConversionList = await this.#repeat(
        () => this.#requests.get(`/api/v1/conversions?${query}`, { signal }),
        signal,
      );
      yield* page.conversions;
      cursor = page.next_cursor;
    }
  }

  /** The result of a ready conversion, for its one download. @throws FileConversionError NOT_READY or EXPIRED */
  file({ file_size, original_filename, status, ...conversion }: ListedConversion): ConvertedFile {
    if (status !== 'ready') {
      const code = status === 'processing' ? 'NOT_READY' : 'EXPIRED';
      throw new FileConversionError('There is no result to be fetched.', { code, status: 0 });
    }
    const state = { ...conversion, status, file_size: file_size ?? 0 };
    return new ConvertedFile(state, original_filename, this.#requests, this.#retries);
  }

  /** Deletes a conversion and its files, whatever its state. @throws FileConversionError NOT_FOUND */
  async delete(id: string, { signal }: Pick<RequestOptions, 'signal'> = {}): Promise<void> {
    let attempts = 0;
    try {
      await this.#repeat(() => {
        attempts += 1;
        return this.#requests.delete(`/api/v1/conversions/${encodeURIComponent(id)}`, { signal });
      }, signal);
    } catch (error) {
      // An earlier attempt, whose response was lost, has deleted it.
      const done = attempts > 1 && error instanceof FileConversionError && error.code === 'NOT_FOUND';
      if (!done) throw error;
    }
  }

  #repeat<T>(operation: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return withRetries(operation, { retries: this.#retries, signal });
  }
}
