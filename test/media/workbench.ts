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

/** How most sources are encoded: quickly. */
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
/** Two seconds of a tone. */
export const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2'];
const quarter = (colour: string, label: string) => `color=${colour}:size=48x32:rate=25:duration=2[${label}]`;
/** Two seconds of red, green, blue and white, from left to right and top to bottom: 96 x 64. */
export const QUARTERS = [
  ...['-f', 'lavfi', '-i'],
  `${quarter('red', 'r')};${quarter('lime', 'g')};${quarter('blue', 'b')};${quarter('white', 'w')};[r][g]hstack[t];[b][w]hstack[u];[t][u]vstack`,
];
/** Brighter with each frame: frame n has the brightness 2n + 40. */
export const BRIGHTER = [
  '-f',
  'lavfi',
  '-i',
  "color=black:size=96x64:rate=25:duration=2,geq=lum='40+2*N':cb=128:cr=128",
];
