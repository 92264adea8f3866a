import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { SOUND_OPTIONS } from './ffmpeg/options/sound-options.ts';
import { AUDIO_TARGETS } from './ffmpeg/planning/audio-targets.ts';
import { sharp } from './sharp.ts';

/** Music that is written down as MIDI: FluidSynth plays it, and ffmpeg encodes the sound. */
export const fluidsynth: Engine = {
  name: 'fluidsynth',
  worker: {
    layers: ['ffmpeg', 'fluidsynth'],
    memory: 2048,
    processes: 8,
    timeout: 300,
    // How long it takes is decided by how long the music lasts, whatever its size.
    processorTime: { seconds: 400, secondsForMillion: 0, most: 400 },
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: { mid: Object.keys(AUDIO_TARGETS) as FormatName[] },
  options: SOUND_OPTIONS,
};
