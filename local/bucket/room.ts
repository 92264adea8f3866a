import { statfsSync } from 'node:fs';
import { ConversionError } from '../../functions/conversion/errors.ts';

/** As much of the free disk as all files together may take, unless somebody says how much. */
const SHARE_OF_FREE = 0.8;

/** What is left of a disk for others, engines and records among them: a share of it, but no more than so many bytes. */
const SPARE_SHARE = 0.05;
const MOST_SPARE = 1024 ** 3;

/**
 * How much one client may take, as a multiple of what nobody has taken then: alone at most four fifths of all, so that
 * there is room for whoever comes next; and less, the more others have.
 */
const SHARE_OF_CLIENT = 4;

/** How many bytes are written between two looks at the disk: others write to it too. */
const LOOK_EVERY = 16 * 1024 * 1024;

/** How much room files have on a disk, all together. */
export class Room {
  readonly #folder: string;
  readonly #most: number;
  readonly #usedBy = new Map<string, number>();
  #used = 0;
  #unseen = 0;

  /** @param most bytes. @default a share of what is free now */
  constructor(folder: string, most?: number) {
    this.#folder = folder;
    const { bavail, bsize } = statfsSync(folder);
    this.#most = most ?? bavail * bsize * SHARE_OF_FREE;
  }

  /**
   * Counts in bytes before they are written.
   * @param client whose they are; nobody's are bounded by the room alone
   * @throws ConversionError SERVICE_BUSY when there is no room for them
   */
  take(bytes: number, client?: string): void {
    this.#unseen += bytes;
    const free = this.#most - this.#used - bytes;
    const isMuch = client !== undefined && (this.#usedBy.get(client) ?? 0) + bytes > SHARE_OF_CLIENT * free;
    if (free < 0 || isMuch || (this.#unseen > LOOK_EVERY && this.#isDiskFull())) throw noRoom();
    this.#count(bytes, client);
  }

  /** Looks at the disk, before a file is begun. @throws ConversionError SERVICE_BUSY */
  look(): void {
    if (this.#isDiskFull()) throw noRoom();
  }

  /** Counts out bytes that are gone. */
  give(bytes: number, client?: string): void {
    this.#count(-bytes, client);
  }

  #count(bytes: number, client: string | undefined): void {
    this.#used += bytes;
    if (client === undefined) return;
    const used = (this.#usedBy.get(client) ?? 0) + bytes;
    if (used > 0) this.#usedBy.set(client, used);
    else this.#usedBy.delete(client);
  }

  #isDiskFull(): boolean {
    this.#unseen = 0;
    const { bavail, blocks, bsize } = statfsSync(this.#folder);
    return bavail * bsize < Math.min(blocks * bsize * SPARE_SHARE, MOST_SPARE);
  }
}

/** The error where there is no room for a file. */
export function noRoom(cause?: unknown): ConversionError {
  const message =
    'The service has no room for more files at present. Files are deleted within half an hour: please try again then.';
  return new ConversionError('SERVICE_BUSY', message, { cause, retryAfter: 60 });
}
