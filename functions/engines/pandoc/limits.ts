import { unreadableAs } from '../refusals.ts';

/** Limits of pandoc for one document. */
export const LIMITS = {
  /** Processor time of one run, in seconds, whatever the size of the document. */
  seconds: 90,
  /**
   * Memory of its heap and of the whole process, in MB. A dictionary of 5 MB of text takes up to 1,600; nothing else uses
   * the engine's 3,008 meanwhile.
   */
  heap: 1400,
  memory: 1900,
  /** The largest file that it may write, in MB. */
  fileSize: 256,
  /** The largest document that LibreOffice may write for us to read, in bytes: it is held in memory. */
  tree: 100_000_000,
} as const;

/** The error for a document that pandoc cannot read. */
export const unreadable = unreadableAs(
  'The document is damaged, incomplete or not what its name says, and cannot be read. Check it and try again.',
);
