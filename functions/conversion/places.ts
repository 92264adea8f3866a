/** A place in a bucket that may be another's. */
export interface Place {
  readonly bucket: string;
  readonly key: string;
}

/** What S3 tells of a file without opening it. */
export interface FoundFile {
  /** In bytes. */
  readonly size: number;
  /** Another whenever the content is another, without quotes. */
  readonly etag: string;
  /** Whether a drop folder has put it there, and not somebody who copied it. */
  readonly ours: boolean;
}

/**
 * Files in the buckets of others, and ways between those and ours. S3 copies by itself: no byte of a file comes by here.
 */
export interface Places {
  /** A file, or undefined when there is none (any more). @throws ConversionError UNREADABLE_FILE when we may not see it */
  look(place: Place): Promise<FoundFile | undefined>;
  /**
   * Copies a file to a key of ours, as it was seen.
   * @returns false when it is another by now, or gone
   * @throws ConversionError UNREADABLE_FILE when we may not read it
   */
  copyIn(place: Place, etag: string, key: string): Promise<boolean>;
  /** Copies a file of ours to a place. */
  copyOut(key: string, place: Place, mediaType: string): Promise<void>;
  /** Writes a small file. */
  write(place: Place, content: Uint8Array, mediaType: string): Promise<void>;
}
