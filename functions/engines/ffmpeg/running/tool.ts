import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../../../sandbox/run-tool.ts';
import type { EngineJob } from '../../engine.ts';
import { toolSeconds } from '../../seconds-for-size.ts';
import { type LayerTools, type ToolRun as Run, runLayerTool } from '../../tool.ts';
import { DAMAGED } from '../checking/unreadable.ts';
import { PROCESSORS } from '../planning/processors.ts';

/** The largest result, in MB. */
export const RESULT_LIMIT = 2048;

/** What ffmpeg prints where the source is at fault, whatever else fails because of that. */
const SOURCE_ERRORS =
  /\[dec:\w+ @ \w+\] (?:Decod|Error)|Error opening input|Error during demuxing|Cannot determine format of input|Could not find codec parameters/;
/** What it prints where the source is not at fault. */
const OWN_ERRORS =
  /Error (while )?(initializing|opening|applying).*(encoder|output|filter|option)|Could not (write header|open encoder)|Error opening output|Unknown encoder|No such filter|Option .* not found|Invalid argument.*output|Unable to parse option/i;
/** What it prints where it has no more memory, and its exit code, which may come alone. */
const OUT_OF_MEMORY = /Cannot allocate memory|Failed to allocate|malloc of size/i;
const NO_MEMORY = 244;
/** What it prints where a source without a channel layout has to be downmixed. */
const NO_LAYOUT = /there is not enough information to do it/;
const MANY_CHANNELS =
  'The sound has more channels than the target, and the file states no channel layout to mix them by. Choose wav, or mix them to stereo first.';
const TOO_MUCH =
  'The file needs more time, memory or space than one conversion may use: its frames are too large, or too far apart. Scale or divide it first.';

/** The configuration of fontconfig in the folder of a job: who draws text writes it there before. */
export const FONTS_FILE = 'fonts.conf';

/** How ffmpeg and ffprobe are run. Measured: 4K video takes 1.2 GB to H.264, 1.5 GB to VP9. */
const FFMPEG: LayerTools = {
  layer: 'ffmpeg',
  memory: 2500,
  fileSize: RESULT_LIMIT,
  endings: [
    { says: OUT_OF_MEMORY, code: 'TOO_COMPLEX', message: TOO_MUCH },
    { says: SOURCE_ERRORS, code: 'UNREADABLE_FILE', message: DAMAGED },
    { exitCodes: [NO_MEMORY], code: 'TOO_COMPLEX', message: TOO_MUCH },
    { says: NO_LAYOUT, code: 'UNSUPPORTED_CONVERSION', message: MANY_CHANNELS },
  ],
  ownErrors: OWN_ERRORS,
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
  environment: (folder) => ({ FONTCONFIG_FILE: join(folder, FONTS_FILE) }),
};

/** The folder of a job, its source, and who is told how far it is. */
export interface JobFiles extends Pick<EngineJob, 'onProgress'> {
  readonly folder: string;
  readonly sourcePath: string;
}

/** A job with the path of its result. */
export interface MediaJob extends EngineJob, JobFiles {
  readonly resultPath: string;
}

/** The arguments of a run, and how it may end. */
export interface ToolRun extends Pick<Run, 'onLine' | 'onOutput' | 'target'>, Pick<LayerTools, 'done' | 'endings'> {
  readonly arguments: readonly string[];
}

/**
 * Runs ffmpeg or ffprobe.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 * @throws Error where the source is not at fault
 */
export async function runTool(tool: 'ffmpeg' | 'ffprobe', files: JobFiles, options: ToolRun): Promise<RunResult> {
  const { arguments: args, done = [0], endings = [], ...run } = options;
  const tools = { ...FFMPEG, done, endings: [...(FFMPEG.endings ?? []), ...endings] };
  const { size } = await stat(files.sourcePath);
  return runLayerTool(tools, tool, ['-hide_banner', ...args], {
    ...run,
    cpuTime: (toolSeconds(tool, size) * PROCESSORS) / 2,
    folder: files.folder,
    source: files.sourcePath,
    outputLimit: 4 * 1024 * 1024,
  });
}
