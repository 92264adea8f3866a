import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Options } from '../../conversion/options.ts';
import { layerFolder } from '../../sandbox/layer.ts';
import type { RunOptions, RunResult } from '../../sandbox/run-tool.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import { LIMITS, TOO_LARGE } from './limits.ts';
import { DAMAGED } from './refusals.ts';

/** The overhead of headers, in MB. */
const OVERHEAD = 200;
/** All exit codes of the tools: the callers interpret them. */
const ANY = [0, 1, 2, 3, 7, 8, 255];

const COMMON = {
  // The highest level of xz takes 700 MB.
  memory: 1500,
  fileSize: LIMITS.unpacked,
  done: ANY,
  complainsOnOutput: true,
  endings: [{ says: /File too large|No space left/, evenWhenDone: true, code: 'TOO_COMPLEX', message: TOO_LARGE }],
  tooComplex: TOO_LARGE,
  unreadable: DAMAGED,
} as const satisfies Partial<LayerTools>;

/** The folder of the UTF-8 locale, without which names would be ASCII. */
const localeFolder = () => join(layerFolder('bsdtar'), 'locale');

const BSDTAR: LayerTools = {
  ...COMMON,
  layer: 'bsdtar',
  fileSize: LIMITS.unpacked + OVERHEAD,
  environment: () => ({ LOCPATH: localeFolder() }),
};

/** 7-Zip lists times in the local time zone, which is UTC here. */
const SEVEN_ZIP: LayerTools = {
  ...COMMON,
  layer: 'bsdtar',
  environment: () => ({ LOCPATH: localeFolder(), TZ: 'UTC' }),
};

const UNAR: LayerTools = {
  ...COMMON,
  layer: 'unar',
  time: 'unar',
  environment: () => ({
    GCONV_PATH: join(layerFolder('unar'), 'gconv'),
    LD_PRELOAD: join(layerFolder('unar'), 'preload/user.so'),
    TZ: 'UTC',
  }),
};

/** A password for a tool's standard input, where no other process sees it; undefined where none was given. */
export function passwordLine({ password }: Options): AsyncIterable<Buffer> | undefined {
  return typeof password === 'string' ? Readable.from([Buffer.from(`${password}\n`)]) : undefined;
}

/** How a tool is run. */
export type ArchiveRun = Pick<RunOptions, 'folder' | 'input' | 'onOutput' | 'outputLimit'>;

/** Runs bsdtar. @throws ConversionError TOO_COMPLEX, and UNREADABLE_FILE where it crashes */
export function runBsdtar(args: readonly string[], run: ArchiveRun): Promise<RunResult> {
  return runLayerTool(BSDTAR, 'bsdtar', args, run);
}

/** Runs 7-Zip likewise. */
export function runSevenZip(args: readonly string[], run: ArchiveRun): Promise<RunResult> {
  return runLayerTool(SEVEN_ZIP, '7z', args, run);
}

/** Runs a program of The Unarchiver, or Lhasa, likewise. */
export function runUnar(
  program: 'lsar' | 'unar' | 'lhasa',
  args: readonly string[],
  run: ArchiveRun,
): Promise<RunResult> {
  return runLayerTool(UNAR, program, args, run);
}
