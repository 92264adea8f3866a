/** What a browser may use. */
export const BROWSER = {
  /** What each of its processes may take of private memory, in MB. */
  memory: 1800,
  /** The largest file that it may write, in MB: memory that its processes share are files. */
  fileSize: 128,
  /** Open files of each of its processes. */
  openFiles: 256,
  /** The longest message that is taken of it, in bytes: a picture comes in one. */
  longestMessage: 64 * 1024 * 1024,
  /** How long it may take to end, in seconds. */
  closingSeconds: 5,
} as const;
