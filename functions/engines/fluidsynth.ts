import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { SOUND_OPTIONS } from './ffmpeg/options/sound-options.ts';
import { AUDIO_TARGETS } from './ffmpeg/planning/audio-targets.ts';
import { sharp } from './sharp.ts';

/** Plays MIDI files with FluidSynth, and encodes the sound with ffmpeg. */
export const fluidsynth: Engine = {
  name: 'fluidsynth',
  worker: {
    layers: ['ffmpeg', 'fluidsynth'],
    memory: 2048,
    processes: 8,
    timeout: 300,
    // The time depends on the duration of the music, not on the size of the file.
    processorTime: { seconds: 400, secondsForMillion: 0, most: 400 },
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: { mid: Object.keys(AUDIO_TARGETS) as FormatName[] },
  options: SOUND_OPTIONS,
};
