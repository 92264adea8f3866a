import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineResult } from '../../engine.ts';
import { convertPicture as convertBySharp } from '../../sharp/convert-picture.ts';
import { resize, type SizeOptions } from '../planning/frame-size.ts';
import { lookAtPicture } from '../reading/look-at-picture.ts';
import { openSource } from '../reading/source.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/job.ts';

/**
 * Converts what could be an animation, but is a single picture, to the size that is order for. Sharp reads and writes it, as
 * it does without options; how fast it moves, and for how long, means nothing for it.
 */
export async function resizeStill(job: MediaJob): Promise<EngineResult> {
  const { width, height, fit } = job.options as SizeOptions;
  if (width === undefined && height === undefined) return convertBySharp({ ...job, options: {} });
  const folder = await mkdtemp(join(job.folder, 'still-'));
  const order = { ...job, folder, targetFormat: 'png', quality: 'high', options: {} } as const;
  const source = await openSource((await convertBySharp(order)).path, 'png');
  const size = { ...(width ? { width } : {}), ...(height ? { height } : {}), ...(fit ? { fit } : {}) };
  const { filters } = resize(await lookAtPicture(source, job), size, 1);
  const sourcePath = join(folder, 'resized.png');
  const settings = ['-frames:v', '1', '-filter:v', filters.join(','), '-c:v', 'png', '-f', 'image2', '-update', '1'];
  await encode({ source, arguments: settings, resultPath: sourcePath }, job);
  return convertBySharp({ ...job, sourcePath, sourceFormat: 'png', options: {} });
}
