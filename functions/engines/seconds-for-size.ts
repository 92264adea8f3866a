/** Processor time that is given to a file, in seconds: to any, to each million bytes of it, and at most. */
export interface TimeBySize {
  readonly seconds: number;
  readonly secondsForMillion: number;
  readonly most: number;
}

/** Processor time of a job, with all tools that it runs, of an engine that names no other. */
const JOB: TimeBySize = { seconds: 40, secondsForMillion: 60, most: 600 };

/** Processor time of one run of a tool that is not listed. */
const TOOL: TimeBySize = { seconds: 30, secondsForMillion: 40, most: 240 };

/**
 * Processor time of one run of each tool. Honest files take a small part of it: of 740 that others have published, those
 * below 100 kB took 1.6 s at most, and those below 1 MB 10 s. A small file that keeps a tool busy need not be waited for as
 * long as a large one. It ends before its job does, so that the client learns that it is the file.
 */
const TOOLS: Readonly<Record<string, TimeBySize>> = {
  '7z': { seconds: 60, secondsForMillion: 60, most: 580 },
  assimp: { seconds: 20, secondsForMillion: 20, most: 200 },
  bsdtar: { seconds: 60, secondsForMillion: 60, most: 580 },
  calibre: { seconds: 30, secondsForMillion: 60, most: 240 },
  djvulibre: { seconds: 60, secondsForMillion: 60, most: 280 },
  dcraw_emu: { seconds: 30, secondsForMillion: 10, most: 200 },
  ezdxf: { seconds: 20, secondsForMillion: 20, most: 200 },
  fluidsynth: { seconds: 60, secondsForMillion: 0, most: 60 },
  gs: { seconds: 30, secondsForMillion: 20, most: 200 },
  mobitool: { seconds: 20, secondsForMillion: 20, most: 60 },
  // How long they take is decided by pixels, which a small file may have many of.
  magick: { seconds: 60, secondsForMillion: 40, most: 240 },
  'read-heif': { seconds: 60, secondsForMillion: 40, most: 240 },
  // Most of its readers take the square of some repeated mark, some its cube; ordinary texts take 1 to 9 s a MB to read.
  pandoc: { seconds: 10, secondsForMillion: 30, most: 90 },
  // Documents in a zip: what they hold is larger than they are.
  packages: { seconds: 30, secondsForMillion: 60, most: 90 },
  // How long it takes is decided by pixels and seconds, which a small file may have many of.
  ffmpeg: { seconds: 1100, secondsForMillion: 100, most: 3900 },
  // One program draws 60 million pixels in one go: at most 20 seconds of honest pages.
  poppler: { seconds: 40, secondsForMillion: 40, most: 280 },
  resvg: { seconds: 25, secondsForMillion: 20, most: 200 },
  unar: { seconds: 60, secondsForMillion: 40, most: 290 },
  // One page, whatever the size of the file that it is of.
  tesseract: { seconds: 120, secondsForMillion: 0, most: 120 },
};

/**
 * Processor time that is given to a file of a size, in seconds.
 * @param bytes its size
 */
export function secondsForSize(bytes: number, { seconds, secondsForMillion, most }: TimeBySize): number {
  return Math.min(most, seconds + Math.ceil((bytes * secondsForMillion) / 1_000_000));
}

/**
 * Processor time that one run of a tool is given for a file, in seconds.
 * @param bytes the file's size
 */
export function toolSeconds(tool: string, bytes: number): number {
  return secondsForSize(bytes, TOOLS[tool] ?? TOOL);
}

/**
 * Processor time that a whole job is given, with all that the engine starts for it, in seconds.
 * @param bytes the size of its source
 */
export function jobSeconds(bytes: number, time: TimeBySize = JOB): number {
  return secondsForSize(bytes, time);
}
