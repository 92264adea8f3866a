import { join } from 'node:path';
import { invalidOption } from '../../conversion/options.ts';
import type { EngineResult } from '../engine.ts';
import { convertPicture as convertBySharp } from '../sharp/convert-picture.ts';
import { missingStream } from './checking/unreadable.ts';
import type { PosterOptions } from './options/animation-options.ts';
import { cutReading } from './planning/cut.ts';
import { reshape } from './planning/geometry.ts';
import { mainStream } from './planning/plan.ts';
import { repairs } from './planning/video-filters.ts';
import { decodersOf } from './reading/decoders.ts';
import { inspect } from './reading/inspect.ts';
import { encode } from './running/encode.ts';
import type { MediaJob } from './running/tool.ts';

/** Passes the frame that is on the screen at 0, though its timestamp is earlier. */
const SHOWN_AT_START = 'fps=fps=1000:start_time=0';

/**
 * Takes a single frame of a video: the one at a time, by default the first.
 * @throws ConversionError INVALID_OPTION when the video is over by then
 */
export async function convertToPoster(job: MediaJob): Promise<EngineResult> {
  const { time = 0, ...size } = job.options as PosterOptions;
  const { source, media, duration } = await inspect(job.sourceFormat, job);
  const stream = mainStream(media.video);
  if (!stream) throw missingStream(media, 'video', job.targetFormat);
  if (time > 0 && time >= duration)
    throw invalidOption(
      `The option "time" must be before the end of the video, at ${Number(duration.toFixed(3))} seconds.`,
    );
  const sourcePath = join(job.folder, 'poster.png');
  const cut = time > 0 ? { start: time } : undefined;
  // A picture has square pixels.
  const shape = reshape(stream, size, 1).filters;
  const filters = [...(cut ? [SHOWN_AT_START] : []), ...repairs(stream), ...shape, 'format=rgb24|rgba'];
  await encode(
    {
      source,
      reading: ['-max_error_rate', '0.2', ...cutReading(cut, job.sourceFormat, media), ...decodersOf(media)],
      arguments: [
        ...['-map', `0:${stream.index}`, '-map_metadata', '-1', '-filter:v'],
        filters.join(','),
        ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'],
      ],
      resultPath: sourcePath,
    },
    job,
  );
  return convertBySharp({ ...job, sourcePath, sourceFormat: 'png', options: {} });
}
