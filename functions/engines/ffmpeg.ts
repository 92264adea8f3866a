import { join } from 'node:path';
import { jailAvailable } from '../sandbox/jail.ts';
import { layerAvailable } from '../sandbox/layer.ts';
import type { Engine, EngineJob, EngineResult } from './engine.ts';
import { CONVERSIONS } from './ffmpeg/conversions.ts';
import { convertFile } from './ffmpeg/convert-file.ts';
import { TIME_LIMIT } from './ffmpeg/limits.ts';
import { LAYER } from './ffmpeg/tool.ts';
import { sharp } from './sharp.ts';

/** Audio, video, subtitles, and the pictures that sharp does not do. */
export const ffmpeg: Engine = {
  name: 'ffmpeg',
  worker: {
    lane: 'queue',
    layers: [LAYER],
    memory: 3008,
    timeout: TIME_LIMIT,
    scratch: 5120,
    // Pictures that sharp reads, or writes, pass through it.
    programs: sharp.worker.programs,
    packages: sharp.worker.packages,
  },
  conversions: CONVERSIONS,
  available: () => layerAvailable(LAYER) && jailAvailable() && sharp.available(),
  stop: () => sharp.stop?.(),
  convert,
};

function convert(job: EngineJob): Promise<EngineResult> {
  const resultPath = join(job.folder, `result.${job.targetFormat}`);
  return convertFile({ ...job, resultPath, deadline: Date.now() + TIME_LIMIT * 1000 });
}
