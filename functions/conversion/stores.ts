import type { Conversion } from './conversion.ts';

/** The records of conversions. Every change of state is conditional: duplicates and races do nothing twice. */
export interface ConversionStore {
  /** Stores a new record. Throws when the identifier is taken. */
  create(conversion: Conversion): Promise<void>;
  /** The record as of now, or undefined when there is none or its time to be remembered is over. */
  find(id: string): Promise<Conversion | undefined>;
  /**
   * Counts in a reader of a ready, unexpired result.
   * @returns the record, or undefined when it is in no state to be downloaded (any more).
   */
  beginDownload(id: string): Promise<Conversion | undefined>;
  /**
   * Counts out a reader. `complete`: the last byte was sent, the result is spent and nobody can begin again.
   * @returns true for exactly one caller: the one who must delete the file now.
   */
  endDownload(id: string, complete: boolean): Promise<boolean>;
  /** Conversions whose file is still stored though its time is over. */
  findOverdue(): AsyncGenerator<string>;
  /** Notes that the file of a conversion is gone, so that it is not found overdue again. */
  forgetFile(id: string): Promise<void>;
}

/** The bytes of a stored file. */
export interface StoredFile {
  readonly size: number;
  readonly body: NodeJS.ReadableStream & AsyncIterable<Uint8Array>;
}

/** The files, by key. */
export interface FileStore {
  /** Stores a local file under a key, streamed. */
  put(key: string, path: string, mediaType: string): Promise<void>;
  /** Opens a file, or undefined when there is none. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Deletes a file; it is no error when there is none. */
  delete(key: string): Promise<void>;
}
