import type { Slots } from '../callers/slots.ts';
import type { Conversion, ConversionFailure, ListedConversion } from './conversion.ts';
import type { AwaitedUpload } from './upload.ts';

/**
 * The records of conversions. Every change of state is conditional: duplicates and races do nothing twice. When one
 * throws, it is not known whether it took effect: no file may be deleted on the strength of it.
 */
export interface ConversionStore {
  /** Stores a new record. @throws IdentifierTaken */
  create(conversion: Conversion): Promise<void>;
  /** The record as of now, or undefined when there is none or its time to be remembered is over. */
  find(id: string): Promise<Conversion | undefined>;
  /**
   * Takes a job in hand until a moment, and counts the attempt: nobody else gets it before that.
   * @returns the record, or undefined when the job is not to be begun: finished, too late, in hand, begun too often
   */
  claim(id: string, until: number, attempts: number): Promise<Conversion | undefined>;
  /**
   * Puts back a job that was taken in hand, and leaves so many attempts counted. Does nothing when it is in other hands by
   * now.
   */
  putBack(claimed: Pick<Conversion, 'id' | 'claimedUntil'>, attempts: number): Promise<void>;
  /** Gives a job that is in hand time until a moment. @returns false when it is not processing any more */
  extend(id: string, until: number): Promise<boolean>;
  /** Notes how far a job is, 0 to 100. */
  recordProgress(id: string, percent: number): Promise<void>;
  /** Makes a processing conversion ready. @returns false when it is not processing any more, or too late */
  complete(id: string, outcome: ConversionOutcome): Promise<boolean>;
  /** Makes a processing conversion failed. @returns false when it is not processing any more */
  fail(id: string, failure: ConversionFailure): Promise<boolean>;
  /**
   * Counts in a reader of a ready, unexpired result.
   * @param reader a name that no other download has
   * @returns the record, or undefined when it is in no state to be downloaded (any more).
   */
  beginDownload(id: string, reader: string): Promise<Conversion | undefined>;
  /**
   * Counts out a reader. `complete`: the last byte was sent, the result is spent and nobody can begin again.
   * @returns true for the last reader of a result that is spent: the file must be deleted now.
   */
  endDownload(id: string, reader: string, complete: boolean): Promise<boolean>;
  /**
   * Makes a ready conversion spent, for a reader who is given a link to the file. The file stays until a moment.
   * @returns false when it is in no state to be downloaded (any more)
   */
  handOver(id: string, until: number): Promise<boolean>;
  /**
   * The conversions of an account, newest first: a page of them, which may be shorter than its limit, even empty, though
   * there are more. What has changed in the last moment may show as it was before.
   */
  list(account: string, page: ListPage): Promise<ConversionList>;
  /**
   * Forgets a conversion of an account, or an upload that it awaits, whatever its state, but for what the sweep needs to
   * delete what may yet be stored for it: it is overdue at a moment, and until it is swept the identifier stays taken.
   * @returns false when there is none (any more), or it is another's
   */
  erase(id: string, account: string, remains: Remains): Promise<boolean>;
  /** Conversions and uploads of which files are still stored though their time is over. */
  findOverdue(): AsyncGenerator<Pick<Conversion, 'id' | 'source'>>;
  /** Notes that the files of a conversion are gone, so that it is not found overdue again. */
  forgetFiles(id: string): Promise<void>;
}

/** Where a conversion stands in the list of its account. */
export type ListPosition = Pick<Conversion, 'id' | 'createdAt'>;

/** Which part of a list is wanted. */
export interface ListPage {
  readonly limit: number;
  /** Behind which it begins. @default at the newest */
  readonly after?: ListPosition | undefined;
}

/** A part of a list. */
export interface ConversionList {
  readonly conversions: readonly ListedConversion[];
  /** Behind which the next part begins. @default there is none */
  readonly next?: ListPosition | undefined;
}

/** What stays of a conversion that was deleted. */
export interface Remains {
  /** The storage key of its source. */
  readonly source: string;
  /** From when on its files are overdue, in milliseconds since the epoch. */
  readonly until: number;
}

/** What becomes known of a conversion when it is done. */
export type ConversionOutcome = Required<
  Pick<Conversion, 'resultFormat' | 'fileSize' | 'conversionTime' | 'expiresAt'>
>;

/** The uploads that are awaited: what they are to become is remembered until they come. */
export interface UploadStore {
  /** Stores what is known of an upload. @throws IdentifierTaken */
  expect(upload: AwaitedUpload): Promise<void>;
  /** What is known of an upload that has not become a conversion, or undefined when its time is over. */
  find(id: string): Promise<AwaitedUpload | undefined>;
  /** Makes an awaited upload the conversion that it is to become. @returns false when it is not awaited (any more) */
  accept(conversion: Conversion): Promise<boolean>;
  /** Notes why an upload becomes nothing. @returns false when it is not awaited (any more) */
  refuse(id: string, failure: ConversionFailure): Promise<boolean>;
}

/** The bytes of a stored file. */
export interface StoredFile {
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A stored file that is to be converted. */
export interface StoredSource {
  readonly key: string;
  /**
   * The name that it was sent with, where what lies under the key now need not be what was looked at: who may upload a
   * file with a form may do it twice. The engine then looks once more.
   * @default it is what it was
   */
  readonly recheck?: string | undefined;
  /** Which of its bytes are the source. @default all */
  readonly range?: ByteRange | undefined;
  /** The keys of other files whose bytes come behind it. @default none */
  readonly followedBy?: readonly string[];
}

/** Bytes of a file: the positions of the first and of the last, from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The beginning of a stored file. */
export interface FileHead {
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly head: Uint8Array;
}

/** What a client sends to upload a file by itself: a form, with these fields before the file. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The files, by key. */
export interface FileStore {
  /**
   * Stores bytes under a key, or what a stream brings, in constant memory. It takes no path: what lies under one may be
   * another file by then. @throws what the stream throws; nothing is stored then
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, mediaType: string): Promise<void>;
  /** The same for a file of which nobody knows yet what it is. */
  receive(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The size of a file in bytes, or undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** Opens a file, or undefined when there is none. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Reads the first bytes of a file, or undefined when there is none. */
  peek(key: string, length: number): Promise<FileHead | undefined>;
  /** A link with which anybody can fetch a file until a moment; it is answered with these headers. */
  link(key: string, until: number, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** A form with which anybody can upload a file of so many bytes under a key, until a moment. */
  form(key: string, until: number, largest: number, smallest?: number): Promise<UploadForm>;
  /** Deletes a file; it is no error when there is none. */
  delete(key: string): Promise<void>;
}

/** Whether jobs wait for a worker, and whether there is room for another. */
export type Backlog = 'none' | 'some' | 'full';

/** What is said of a job. */
export type QueuedJob = Pick<Conversion, 'id' | 'engine' | 'originalFormat' | 'caller'>;

/** Jobs on their way to the workers. */
export interface JobQueue {
  /** Hands the job of a conversion to the workers of its engine. Who has many waiting does not keep others waiting. */
  send(job: QueuedJob): Promise<void>;
  /**
   * How long who waits for a job waits for it to begin, in milliseconds, where waiting may be what keeps it from that: on
   * AWS it takes one of the calls that the account may have under way. @default as long as for its end
   */
  readonly longestTurn?: number;
  /**
   * How it stands with the jobs of an engine, where that is known. A queue that does not say takes any number: on AWS
   * workers are added as it grows, and the deadline of each job bounds its waiting.
   */
  backlog?(engine: string): Backlog;
}

/** What is known of conversions. */
export interface RecordStores {
  /** A text that nobody outside knows, the same for all processes of the service. */
  readonly secret: () => Promise<string>;
  readonly conversions: ConversionStore;
  readonly uploads: UploadStore;
}

/** What is known of conversions, their files, and how many of them callers have under way. */
export interface StorageStores extends RecordStores {
  readonly files: FileStore;
  readonly slots: Slots;
}

/** Everything that is kept outside of this process. */
export interface ConversionStores extends StorageStores {
  readonly jobs: JobQueue;
}
