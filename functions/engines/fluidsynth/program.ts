import { join } from 'node:path';
import { convertToAudio } from '../ffmpeg/convert-sound.ts';
import type { AudioTargetName } from '../ffmpeg/planning/audio-targets.ts';
import { hostEngine } from '../host.ts';
import { playMidi } from './play-midi.ts';

hostEngine({
  async convert(job) {
    const sourcePath = await playMidi(job);
    const path = join(job.folder, `result.${job.targetFormat}`);
    const sound = { ...job, sourcePath, sourceFormat: 'wav', resultPath: path } as const;
    await convertToAudio(sound, job.targetFormat as AudioTargetName);
    return { path, format: job.targetFormat };
  },
});
