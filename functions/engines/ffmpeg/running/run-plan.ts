import { rm } from 'node:fs/promises';
import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Options } from '../../../conversion/options.ts';
import type { Ending } from '../../tool.ts';
import { checkResult, type Inspected } from '../checking/check-result.ts';
import { type Cut, cutReading, lengthWithin } from '../planning/cut.ts';
import type { Plan } from '../planning/plan.ts';
import type { VideoOptions } from '../planning/video-options.ts';
import { decodersOf } from '../reading/decoders.ts';
import { openSource } from '../reading/source.ts';
import { encode } from './encode.ts';
import type { MediaJob } from './tool.ts';

/** Formats whose tags are those of their first sound track. */
const TAGGED_BY_STREAM: readonly FormatName[] = ['ogg', 'opus', 'spx', 'ogv'];
/** Formats without a timestamp for each frame: their streams are encoded, not copied. */
const WITHOUT_TIMES: readonly FormatName[] = ['avi', 'mpg', 'vob'];

/** Copies the streams that fit the target; where that fails, encodes everything. */
export async function runPlan(
  job: MediaJob,
  inspected: Inspected,
  cut: Cut | undefined,
  planWith: (copy: boolean) => Plan,
): Promise<void> {
  const plan = planWith(mayCopy(job));
  if (!plan.copies) return attempt(job, inspected, cut, plan);
  try {
    await attempt(job, inspected, cut, plan);
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'ENGINE_TIMED_OUT') throw error;
    await rm(job.resultPath, { force: true });
    await attempt(job, inspected, cut, planWith(false));
  }
}

/** Whether streams may be copied: not at low quality or to the same format, which are to make the file smaller. */
export function mayCopy({ quality, sourceFormat, targetFormat }: MediaJob): boolean {
  return quality !== 'low' && sourceFormat !== targetFormat && !WITHOUT_TIMES.includes(sourceFormat);
}

async function attempt(job: MediaJob, inspected: Inspected, cut: Cut | undefined, plan: Plan): Promise<void> {
  const { source } = inspected;
  await encode(
    {
      source,
      reading: readingOf(inspected, cut, job),
      arguments: [...tagInput(inspected), ...plan.arguments],
      resultPath: job.resultPath,
      duration: lengthWithin(cut, inspected.duration),
      endings: refusalsOf(job.options),
    },
    job,
  );
  await checkResult(inspected, plan.streams, await openSource(job.resultPath, job.targetFormat), job);
}

/** The second input, with the tags that count before those of the source. */
function tagInput({ tagFile }: Inspected): string[] {
  return tagFile ? ['-f', 'ffmetadata', '-i', `file:${tagFile}`] : [];
}

/** The error where the encoder refuses a combination of options, which only it knows. */
function refusalsOf(options: Options): Ending[] {
  const asked = Object.entries(options).map(([name, value]) => `"${name}" ${value}`);
  const message = `The encoder does not support these options for this file: ${asked.join(' with ')}.`;
  return asked.length > 0 ? [{ says: /Error while opening encoder/, code: 'INVALID_OPTION', message }] : [];
}

/** The input options for the source of a job, or a part of it. */
export function readingOf(inspected: Inspected, cut: Cut | undefined, { sourceFormat }: MediaJob): string[] {
  return [
    ...readingOptions(sourceFormat),
    ...cutReading(cut, sourceFormat, inspected.media),
    ...decodersOf(inspected.media),
  ];
}

/** The input options of a format. A recorded broadcast may begin and end anywhere; in other files errors are damage. */
export function readingOptions(format: FormatName): string[] {
  if (format === 'ts' || format === 'mpg' || format === 'vob') return ['-fflags', '+genpts+discardcorrupt'];
  return ['-max_error_rate', '0.2'];
}

/** The specifiers of the tags, the first of which counts; undefined where they are left out. */
export function tagsOf({ media, tagFile }: Inspected, { sourceFormat, options }: MediaJob): string[] | undefined {
  if ((options as VideoOptions).strip_metadata === 'all') return undefined;
  const [first] = media.audio;
  return [...(tagFile ? ['1'] : []), TAGGED_BY_STREAM.includes(sourceFormat) && first ? `0:s:${first.index}` : '0'];
}
