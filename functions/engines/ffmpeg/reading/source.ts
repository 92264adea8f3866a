import type { FormatName } from '../../../conversion/formats.ts';
import { readHead } from '../../read-head.ts';
import { type InputFormat, inputFormatOf } from './input-formats.ts';

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
