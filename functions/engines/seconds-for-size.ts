/** Limits of processor time, in seconds: for any file, more for each million bytes, and at most. */
export interface TimeBySize {
  readonly seconds: number;
  readonly secondsForMillion: number;
  readonly most: number;
}

/** The default for a job with all its tools. */
const JOB: TimeBySize = { seconds: 40, secondsForMillion: 60, most: 600 };

/** The default for one run of a tool. */
const TOOL: TimeBySize = { seconds: 30, secondsForMillion: 40, most: 240 };

/**
 * The limits for one run of each tool. Ordinary files take a small part of them: of 708 published files, those below 100 kB
 * took at most 1.6 s, and those below 1 MB 10 s. A tool reaches its limit before its job does, so that the client is told
 * that the file is the reason.
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
  // Without it a file is only larger.
  mutool: { seconds: 10, secondsForMillion: 2, most: 60 },
  font: { seconds: 5, secondsForMillion: 5, most: 30 },
  mobitool: { seconds: 20, secondsForMillion: 20, most: 60 },
  // Their time depends on pixels, of which a small file may have many.
  magick: { seconds: 60, secondsForMillion: 40, most: 240 },
  'read-heif': { seconds: 60, secondsForMillion: 40, most: 240 },
  // Most of its readers are quadratic in some repeated token, some cubic; ordinary texts take 1 to 9 s per MB.
  pandoc: { seconds: 10, secondsForMillion: 30, most: 90 },
  // Documents in a zip, whose content is larger than the file.
  packages: { seconds: 30, secondsForMillion: 60, most: 90 },
  // Its time depends on pixels and seconds, of which a small file may have many.
  ffmpeg: { seconds: 1100, secondsForMillion: 100, most: 3900 },
  // One run renders 60 megapixels: at most 20 seconds for ordinary pages.
  poppler: { seconds: 40, secondsForMillion: 40, most: 280 },
  // Five octaves of noise over 16 million pixels take 6 seconds; a request waits for it.
  resvg: { seconds: 8, secondsForMillion: 20, most: 200 },
  unar: { seconds: 60, secondsForMillion: 40, most: 290 },
  // One page, whatever the size of its file.
  tesseract: { seconds: 120, secondsForMillion: 0, most: 120 },
};

/**
 * The limit of processor time for a file, in seconds.
 * @param bytes of the file
 * @param time @default that of a job with all its tools
 */
export function secondsForSize(bytes: number, { seconds, secondsForMillion, most }: TimeBySize = JOB): number {
  return Math.min(most, seconds + Math.ceil((bytes * secondsForMillion) / 1_000_000));
}

/**
 * The limit of processor time for one run of a tool, in seconds.
 * @param bytes of the file
 */
export function toolSeconds(tool: string, bytes: number): number {
  return secondsForSize(bytes, TOOLS[tool] ?? TOOL);
}
