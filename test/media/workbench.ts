import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert as convertFile } from './convert.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** A folder with sources, and what is done with them. */
export interface Workbench {
  readonly path: (name: string) => string;
  /** Makes a source with ffmpeg. */
  readonly make: (name: string, ...args: readonly string[]) => Promise<string>;
  /** Converts a source, by its name or its whole path, and returns where the result is. */
  readonly convert: (name: string, source: FormatName, target: FormatName, options?: Options) => Promise<string>;
  /** What is said of options that the source does not allow. */
  readonly refusal: (name: string, source: FormatName, target: FormatName, options: Options) => Promise<string>;
}

/** A workbench for the tests of a file. To be called once in each. */
export function workbench(): Workbench {
  const folder = temporaryFolder();
  const path = (name: string) => (name.startsWith('/') ? name : join(folder, name));
  const convert: Workbench['convert'] = (name, source, target, options = {}) =>
    convertFile(path(name), source, target, { folder: mkdtempSync(path('job-')), options });
  return {
    path,
    convert,
    make: (name, ...args) => runFfmpeg('ffmpeg', '-y', ...args, path(name)),
    refusal: async (name, source, target, options) => {
      const { code, message } = await failure(convert(name, source, target, options));
      expect([code, message]).toEqual(['INVALID_OPTION', expect.any(String)]);
      return message;
    },
  };
}

/** A committed source: see the README beside it. */
export const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name);

/** How most sources are encoded: quickly. */
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
/** Two seconds of a tone. */
export const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2'];
