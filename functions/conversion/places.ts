/** An object in a bucket, which may belong to another account. */
export interface Place {
  readonly bucket: string;
  readonly key: string;
}

/** The metadata of a file. */
export interface FoundFile {
  /** In bytes. */
  readonly size: number;
  /** The ETag, without quotes: it changes with the content. */
  readonly etag: string;
  /** Whether a drop folder wrote it. A copy that somebody made of it is not ours. */
  readonly ours: boolean;
}

/**
 * Files in buckets of others, and copies between those and ours. S3 copies by itself: no byte passes through here.
 */
export interface Places {
  /** A file, or undefined when there is none (any more). @throws ConversionError UNREADABLE_FILE when we may not see it */
  look(place: Place): Promise<FoundFile | undefined>;
  /**
   * Copies a file to a key of ours, if it still has this ETag.
   * @returns false when it was overwritten or deleted
   * @throws ConversionError UNREADABLE_FILE when we may not read it
   */
  copyIn(place: Place, etag: string, key: string): Promise<boolean>;
  /** Copies a file of ours to a place. */
  copyOut(key: string, place: Place, mediaType: string): Promise<void>;
  /** Writes a small file. */
  write(place: Place, content: Uint8Array, mediaType: string): Promise<void>;
}
