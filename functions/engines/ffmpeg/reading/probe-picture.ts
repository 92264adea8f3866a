import { unreadable } from '../checking/unreadable.ts';
import { checkFrame, LIMITS } from '../planning/limits.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { type Source, sourceArguments } from './source.ts';

/** A still picture. */
export interface StillPicture {
  readonly pixelFormat: string;
  readonly width: number;
  readonly height: number;
  /** Whether its primaries are wider than those of sRGB: libjxl gives colours of a wide profile in BT.2020. */
  readonly isWide: boolean;
}

// Stream #0:0: Video: targa, bgra(pc, gbr/unknown/unknown), 61x43, 25 fps
const STREAM = /^ {2}Stream #0:0[^,]*: Video: /;
/** The exit code of ffmpeg without an output file. */
const WITHOUT_OUTPUT = 1;
const PICTURE = /^, (\w+)(?:\(([^()]*)\))?, (\d+)x(\d+)/;
const WIDE = /gbr\/bt2020\/iec61966-2-1/;

/**
 * Probes a picture with ffmpeg without an output file, as ffprobe has no option for the decoder.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function probePicture(source: Source, files: JobFiles): Promise<StillPicture> {
  const args = ['-nostdin', ...sourceArguments(source)];
  const { stderr } = await runTool('ffmpeg', files, { arguments: args, done: [WITHOUT_OUTPUT] });
  const picture = sizeInLog(stderr);
  if (!picture) throw unreadable(stderr);
  checkFrame(picture.width, picture.height, LIMITS.picturePixels, 'picture');
  return picture;
}

/** Parses ffmpeg's line about the first stream. Metadata of the file is indented further, and may look the same. */
export function sizeInLog(log: string): StillPicture | undefined {
  const line = log.split('\n').find((each) => STREAM.test(each)) ?? '';
  const [, pixelFormat = '', colours = '', width, height] = PICTURE.exec(line.slice(line.indexOf(', '))) ?? [];
  return pixelFormat === ''
    ? undefined
    : { pixelFormat, width: Number(width), height: Number(height), isWide: WIDE.test(colours) };
}
