import type { FormatName } from '../../../conversion/formats.ts';
import { hasFormat } from '../../engine.ts';
import { readHead } from '../../read-head.ts';

/** A media file and how it is opened. */
export interface Source extends InputFormat {
  readonly path: string;
}

const HEAD = 64;

/** The largest block of memory that ffmpeg may allocate; headers can claim anything. */
const LARGEST_ALLOCATION = 1024 * 1024 * 1024;

/** The largest picture that is decoded: 8K video, or a photo of 150 million pixels. */
const LARGEST_FRAME = 150_000_000;

/** Opens a file as a source of a format. */
export async function openSource(path: string, format: FormatName): Promise<Source> {
  return { path, ...inputFormatOf(format, await readHead(path, HEAD)) };
}

/**
 * The arguments that make ffmpeg and ffprobe open a source as the detected format, and no other file that it names.
 */
export function sourceArguments({ path, demuxer, decoder, settings = [] }: Source): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-max_alloc', String(LARGEST_ALLOCATION), '-f', demuxer, ...settings],
    ...(decoder ? ['-pattern_type', 'none', '-max_pixels', String(LARGEST_FRAME), '-c:v', decoder] : []),
    ...['-i', `file:${path}`],
  ];
}

/** How ffmpeg opens a source: never by its own guess, which would take a playlist for a video. */
interface InputFormat {
  readonly demuxer: string;
  /** The decoder of picture files, which have no container. */
  readonly decoder?: string;
  /** Options of the demuxer. @default none */
  readonly settings?: readonly string[];
}

const picture = (decoder: string): InputFormat => ({ demuxer: 'image2', decoder });

/** The demuxer of each source format. */
// biome-ignore format: a table
const INPUT_FORMATS = {
  mp4: { demuxer: 'mov' }, mov: { demuxer: 'mov' }, m4a: { demuxer: 'mov' }, m4b: { demuxer: 'mov' }, m4r: { demuxer: 'mov' }, m4v: { demuxer: 'mov' },
  '3gp': { demuxer: 'mov' }, '3g2': { demuxer: 'mov' },
  mkv: { demuxer: 'matroska' }, webm: { demuxer: 'matroska' }, mka: { demuxer: 'matroska' },
  avi: { demuxer: 'avi' }, flv: { demuxer: 'flv' }, mxf: { demuxer: 'mxf' },
  wmv: { demuxer: 'asf' }, wma: { demuxer: 'asf' },
  mpg: { demuxer: 'mpeg' }, vob: { demuxer: 'mpeg' }, ts: { demuxer: 'mpegts' },
  ogv: { demuxer: 'ogg' }, ogg: { demuxer: 'ogg' }, opus: { demuxer: 'ogg' }, spx: { demuxer: 'ogg' },
  mp3: { demuxer: 'mp3' }, mp2: { demuxer: 'mp3' }, aac: { demuxer: 'aac' }, ac3: { demuxer: 'ac3' }, eac3: { demuxer: 'eac3' },
  dts: { demuxer: 'dts' }, amr: { demuxer: 'amr' }, flac: { demuxer: 'flac' }, wav: { demuxer: 'wav' }, aiff: { demuxer: 'aiff' },
  au: { demuxer: 'au' }, caf: { demuxer: 'caf' }, wv: { demuxer: 'wv' }, tta: { demuxer: 'tta' }, ape: { demuxer: 'ape' },
  gif: { demuxer: 'gif' }, apng: { demuxer: 'apng', settings: ['-default_fps', '10'] },
  png: picture('png'), jxl: picture('libjxl'), jp2: picture('jpeg2000'), tga: picture('targa'), ppm: picture('ppm'),
  pgm: picture('pgm'), pbm: picture('pbm'), pam: picture('pam'), pcx: picture('pcx'), sgi: picture('sgi'),
  qoi: picture('qoi'), exr: picture('exr'), hdr: picture('hdr'), dpx: picture('dpx'), dds: picture('dds'),
  avif: { demuxer: 'mov' }, heic: { demuxer: 'mov' }, webp: picture('webp'),
  srt: { demuxer: 'srt' }, vtt: { demuxer: 'webvtt' }, ass: { demuxer: 'ass' },
  // Prepared as SubRip.
  lrc: { demuxer: 'srt' }, ttml: { demuxer: 'srt' },
} as const satisfies Partial<Record<FormatName, InputFormat>>;

/** An MPEG elementary stream, without the system stream that .mpg files usually have. */
const MPEG_VIDEO: InputFormat = { demuxer: 'mpegvideo' };
const DTS_HD: InputFormat = { demuxer: 'dtshd' };

/**
 * How ffmpeg opens a source of a format.
 * @param head the first bytes of the file
 */
function inputFormatOf(format: FormatName, head: Buffer): InputFormat {
  if (format === 'mpg' && head.length > 3 && head.readUInt32BE(0) === 0x000001b3) return MPEG_VIDEO;
  if (format === 'dts' && head.toString('latin1', 0, 8) === 'DTSHDHDR') return DTS_HD;
  if (!hasFormat(INPUT_FORMATS, format)) throw new Error(`no demuxer for ${format}`);
  return INPUT_FORMATS[format];
}
