/** What calibre may take for one book. */
export const LIMITS = {
  /** Processor time, in seconds. */
  seconds: 240,
  /** In MB. */
  memory: 1024,
  /** The largest file that it may write, and so the largest that it unpacks, in MB. */
  fileSize: 256,
} as const;
