import { unreadableAs } from '../refusals.ts';

/** What pandoc may take for one document. */
export const LIMITS = {
  /** Processor time of one run, in seconds, whatever the size of the document. */
  seconds: 90,
  /**
   * What its own memory management may take, in MB, and what the process may, of which that is a part. A dictionary of
   * 5 MB of text takes up to 1,600; of the engine's 3,008 nothing else is in use meanwhile.
   */
  heap: 1400,
  memory: 1900,
  /** The largest file that it may write, in MB. */
  fileSize: 256,
  /** The largest document that LibreOffice may write for us to read, in bytes: it is held in memory. */
  tree: 100_000_000,
} as const;

/** The error for a document that pandoc does not understand. */
export const unreadable = unreadableAs(
  'The document is damaged, incomplete or not what its name says, and cannot be read. Check it and try again.',
);
