import type { Slots } from '../callers/slots.ts';
import type { Conversion, ConversionFailure, ListedConversion } from './conversion.ts';
import type { AwaitedUpload } from './upload.ts';

/** A record could not be stored, since there is one with its identifier. */
export class IdentifierTaken extends Error {
  constructor() {
    super('The identifier is taken');
  }
}

/**
 * The records of conversions. Every write is conditional, so that duplicates and races do nothing twice. A write that
 * throws may have taken effect or not: the caller must not delete files because of it.
 */
export interface ConversionStore {
  /** Stores a new record. @throws IdentifierTaken */
  create(conversion: Conversion): Promise<void>;
  /** The current record, or undefined when there is none or it has expired. */
  find(id: string): Promise<Conversion | undefined>;
  /**
   * Claims a job for one worker until a time, and counts the attempt.
   * @returns the record, or undefined when the job has ended, is past its deadline, is claimed, or has no attempts left
   */
  claim(id: string, until: number, attempts: number): Promise<Conversion | undefined>;
  /**
   * Releases a claimed job, and sets its count of attempts. Does nothing when another worker has claimed it by now.
   */
  putBack(claimed: Pick<Conversion, 'id' | 'claimedUntil'>, attempts: number): Promise<void>;
  /** Extends the claim of a job until a time. @returns false when it is not processing any more */
  extend(id: string, until: number): Promise<boolean>;
  /** Records the progress of a job, 0 to 100. */
  recordProgress(id: string, percent: number): Promise<void>;
  /** Makes a processing conversion ready. @returns false when it is not processing any more, or too late */
  complete(id: string, outcome: ConversionOutcome): Promise<boolean>;
  /** Makes a processing conversion failed. @returns false when it is not processing any more */
  fail(id: string, failure: ConversionFailure): Promise<boolean>;
  /**
   * Registers a reader of a ready, unexpired result.
   * @param reader unique to the download
   * @returns the record, or undefined when it cannot be downloaded (any more)
   */
  beginDownload(id: string, reader: string): Promise<Conversion | undefined>;
  /**
   * Removes a reader.
   * @param complete whether the last byte was sent; the result is spent then, and no other download begins
   * @returns true for the last reader of a spent result, who has to delete the file now
   */
  endDownload(id: string, reader: string, complete: boolean): Promise<boolean>;
  /**
   * Makes a ready conversion spent for a reader who gets a link to the file, which stays until a time.
   * @returns false when it cannot be downloaded (any more)
   */
  handOver(id: string, until: number): Promise<boolean>;
  /**
   * Lists a page of the conversions of an account, newest first, with eventual consistency. A page may be shorter than its
   * limit, even empty, though there are more.
   */
  list(account: string, page: ListPage): Promise<ConversionList>;
  /**
   * Deletes the record of a conversion or of an awaited upload of an account, whatever its state. What the sweep needs to
   * delete its files stays until they are overdue, and so does its identifier.
   * @returns false when the account has none (any more)
   */
  erase(id: string, account: string, remains: Remains): Promise<boolean>;
  /** Finds expired conversions and uploads whose files are still stored. */
  findOverdue(): AsyncGenerator<Pick<Conversion, 'id' | 'source'>>;
  /** Records that the files of a conversion are deleted, so that it is not found overdue again. */
  forgetFiles(id: string): Promise<void>;
}

/** The position of a conversion in the list of its account. */
export type ListPosition = Pick<Conversion, 'id' | 'createdAt'>;

/** The page of a list that a client asks for. */
export interface ListPage {
  readonly limit: number;
  /** The last position of the page before. @default none: the page begins with the newest */
  readonly after?: ListPosition | undefined;
}

/** A page of a list. */
export interface ConversionList {
  readonly conversions: readonly ListedConversion[];
  /** The position that the next page begins after. @default this page is the last */
  readonly next?: ListPosition | undefined;
}

/** What the sweep needs of a deleted conversion. */
export interface Remains {
  /** The storage key of its source. */
  readonly source: string;
  /** When its files become overdue, in milliseconds since the epoch. */
  readonly until: number;
}

/** The fields that a conversion gets when it becomes ready. */
export type ConversionOutcome = Required<
  Pick<Conversion, 'resultFormat' | 'fileSize' | 'conversionTime' | 'expiresAt'>
>;

/** The records of awaited uploads, with the settings of the conversions that they become. */
export interface UploadStore {
  /** Stores a record. @throws IdentifierTaken */
  expect(upload: AwaitedUpload): Promise<void>;
  /** The record of an upload that has not become a conversion, or undefined when there is none or it has expired. */
  find(id: string): Promise<AwaitedUpload | undefined>;
  /** Replaces an awaited upload by its conversion. @returns false when it is not awaited (any more) */
  accept(conversion: Conversion): Promise<boolean>;
  /** Records why an upload was refused. @returns false when it is not awaited (any more) */
  refuse(id: string, failure: ConversionFailure): Promise<boolean>;
}

/** The bytes of a stored file. */
export interface StoredFile {
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A stored file that an engine converts. */
export interface StoredSource {
  readonly key: string;
  /**
   * Its filename, where the file may have been replaced since its format was detected, because a client can use an upload
   * form twice. The engine then detects the format again.
   * @default it cannot have been replaced
   */
  readonly recheck?: string | undefined;
  /** The bytes that the engine reads. @default all */
  readonly range?: ByteRange | undefined;
  /** The keys of other files whose bytes follow. @default none */
  readonly followedBy?: readonly string[];
}

/** A range of bytes, both ends inclusive, from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The beginning of a stored file. */
export interface FileHead {
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly head: Uint8Array;
}

/** A form by which a client uploads a file: its fields come before the file. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The files, by key. */
export interface FileStore {
  /**
   * Stores bytes or a stream under a key, in constant memory. It takes no path, because the file there could be replaced
   * meanwhile. @throws what the stream throws; nothing is stored then
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, mediaType: string): Promise<void>;
  /** The size of a file in bytes, or undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** Opens a file, or undefined when there is none. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Reads the first bytes of a file, or undefined when there is none. */
  peek(key: string, length: number): Promise<FileHead | undefined>;
  /** A link by which anybody can fetch a file until a time, with these response headers. */
  link(key: string, until: number, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** A form by which anybody can upload a file of a size within these bounds, until a time. */
  form(key: string, until: number, largest: number, smallest?: number): Promise<UploadForm>;
  /** Deletes a file, if there is one. */
  delete(key: string): Promise<void>;
}

/** Whether jobs wait for a worker, and whether the queue takes another. */
export type Backlog = 'none' | 'some' | 'full';

/** The message of a job. */
export type QueuedJob = Pick<Conversion, 'id' | 'engine' | 'originalFormat' | 'caller'>;

/** The queues of jobs, one for each engine, fair among callers. */
export interface JobQueue {
  /** Sends the job of a conversion to the workers of its engine. */
  send(job: QueuedJob): Promise<void>;
  /**
   * How long a request waits for its job to begin, in milliseconds, where waiting itself may delay the job: on AWS it takes
   * one of the account's concurrent executions. @default as long as for its end
   */
  readonly longestTurn?: number;
  /**
   * The backlog of an engine. A queue without it takes any number: on AWS workers are added as it grows, and the deadline
   * of each job bounds its waiting.
   */
  backlog?(engine: string): Backlog;
}

/** The stores of records. */
export interface RecordStores {
  /** The secret of the service, the same in all its processes. */
  readonly secret: () => Promise<string>;
  readonly conversions: ConversionStore;
  readonly uploads: UploadStore;
}

/** The stores of records and files, and the slots of callers. */
export interface StorageStores extends RecordStores {
  readonly files: FileStore;
  readonly slots: Slots;
}

/** All state outside of this process. */
export interface ConversionStores extends StorageStores {
  readonly jobs: JobQueue;
}
