import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { convertWith } from '../support/engine.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The settings of a conversion. */
export interface MediaSettings {
  readonly quality?: Quality;
  readonly options?: Options;
  readonly onProgress?: (percent: number) => void;
  /** @default a new one */
  readonly folder?: string;
}

/** Converts with the real engine, and returns where the result is. */
export async function convert(
  path: string,
  source: FormatName,
  target: FormatName,
  settings: MediaSettings = {},
): Promise<string> {
  const { quality = 'medium', folder = mkdtempSync(join(tmpdir(), 'job-')), onProgress, options = {} } = settings;
  const job = { sourcePath: path, sourceFormat: source, targetFormat: target, quality, folder, options };
  return (await convertWith(ffmpeg, { ...job, ...(onProgress ? { onProgress } : {}) })).path;
}

/** A hash of the pictures of a file as they are stored: the same only where they were taken over. */
export function pictureHash(path: string): Promise<string> {
  return runFfmpeg('ffmpeg', '-i', path, '-map', '0:v:0', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'md5', '-');
}
