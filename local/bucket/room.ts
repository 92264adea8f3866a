import { statfsSync } from 'node:fs';
import { ConversionError } from '../../functions/conversion/errors.ts';

/** The default share of the free disk space that all files together may take. */
const SHARE_OF_FREE = 0.8;

/** The disk space that stays free for engines, records and other programs: a share of the disk, at most so many bytes. */
const SPARE_SHARE = 0.05;
const MOST_SPARE = 1024 ** 3;

/**
 * How much one client may take, as a multiple of the room that is left then: alone at most four fifths of all, so that
 * there is room for the next one, and less when others have files.
 */
const SHARE_OF_CLIENT = 4;

/** How many bytes are written between two checks of the disk, to which other programs write too. */
const CHECK_EVERY = 16 * 1024 * 1024;

/** Bounds the size of all files together, and the share of each client. */
export class Room {
  readonly #folder: string;
  readonly #most: number;
  readonly #usedBy = new Map<string, number>();
  #used = 0;
  #unchecked = 0;

  /** @param most the largest size of all files in bytes. @default a share of the free disk space */
  constructor(folder: string, most?: number) {
    this.#folder = folder;
    const { bavail, bsize } = statfsSync(folder);
    this.#most = most ?? bavail * bsize * SHARE_OF_FREE;
  }

  /**
   * Counts bytes before they are written.
   * @param client the client whose share is checked. @default only the sum is checked
   * @throws ConversionError SERVICE_BUSY when there is no room for them
   */
  take(bytes: number, client?: string): void {
    this.#unchecked += bytes;
    const free = this.#most - this.#used - bytes;
    const isMuch = client !== undefined && (this.#usedBy.get(client) ?? 0) + bytes > SHARE_OF_CLIENT * free;
    if (free < 0 || isMuch || (this.#unchecked > CHECK_EVERY && this.#isDiskFull())) throw noRoom();
    this.#count(bytes, client);
  }

  /** Checks the disk before a file is written. @throws ConversionError SERVICE_BUSY */
  checkDisk(): void {
    if (this.#isDiskFull()) throw noRoom();
  }

  /** Gives back the bytes of a deleted file. */
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
    this.#unchecked = 0;
    const { bavail, blocks, bsize } = statfsSync(this.#folder);
    return bavail * bsize < Math.min(blocks * bsize * SPARE_SHARE, MOST_SPARE);
  }
}

/** The error of a file for which there is no room. */
export function noRoom(cause?: unknown): ConversionError {
  const message =
    'The service has no room for more files at present. Files are deleted within half an hour: please try again then.';
  return new ConversionError('SERVICE_BUSY', message, { cause, retryAfter: 60 });
}
