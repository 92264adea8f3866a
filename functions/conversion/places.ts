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
  /** Whether a drop folder wrote it: false for a copy that somebody made of its file. */
  readonly ours: boolean;
}

/** Files in buckets of operators, and copies between those and the bucket of the service. S3 makes the copies itself. */
export interface Places {
  /** A file, or undefined when there is none. @throws ConversionError UNREADABLE_FILE when its bucket denies access */
  look(place: Place): Promise<FoundFile | undefined>;
  /**
   * Copies a file to a key in the bucket of the service, if it still has this ETag.
   * @returns false when it was overwritten or deleted
   * @throws ConversionError UNREADABLE_FILE when its bucket denies access
   */
  copyIn(place: Place, etag: string, key: string): Promise<boolean>;
  /** Copies a file of the service to a place. */
  copyOut(key: string, place: Place, mediaType: string): Promise<void>;
  /** Writes a small file. */
  write(place: Place, content: Uint8Array, mediaType: string): Promise<void>;
}
