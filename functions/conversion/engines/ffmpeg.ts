import { join } from 'node:path';
import type { Engine, EngineJob, EngineResult } from '../engine.ts';
import { jailAvailable } from '../jail.ts';
import { layerAvailable } from '../layer.ts';
import { CONVERSIONS } from './ffmpeg/conversions.ts';
import { convertFile } from './ffmpeg/convert-file.ts';
import { TIME_LIMIT } from './ffmpeg/limits.ts';
import { LAYER } from './ffmpeg/tool.ts';

/** Audio, video, subtitles, and the pictures that sharp does not do. */
export const ffmpeg: Engine = {
  name: 'ffmpeg',
  worker: {
    lane: 'queue',
    layer: LAYER,
    memory: 3008,
    timeout: TIME_LIMIT,
    scratch: 5120,
    programs: [],
    packages: [],
  },
  conversions: CONVERSIONS,
  available: () => layerAvailable(LAYER) && jailAvailable(),
  convert,
};

async function convert(job: EngineJob): Promise<EngineResult> {
  const resultPath = join(job.folder, `result.${job.targetFormat}`);
  await convertFile({ ...job, resultPath, deadline: Date.now() + TIME_LIMIT * 1000 });
  return { path: resultPath, format: job.targetFormat };
}
