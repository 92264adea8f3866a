/** The limits of a browser. */
export const BROWSER = {
  /** Private memory of each process, in MB. */
  memory: 1800,
  /** The largest file that it may write, in MB: shared memory consists of files. */
  fileSize: 128,
  /** Open files of each process. */
  openFiles: 256,
  /** The longest message from it, in bytes: a screenshot is one. */
  longestMessage: 64 * 1024 * 1024,
  closingSeconds: 5,
} as const;
