import { join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** Loudspeakers, keyboards, and who tells of either. */
const UNWANTED = /^lib(asound|dbus-1|jack|pipewire-.*|pulse|pulse-simple|readline|SDL[23].*|systemd)\.so/;

/** FluidSynth, and the instruments of General MIDI. */
export const fluidsynth: Recipe = {
  name: 'fluidsynth',
  packages: ['fluidsynth', 'timgm6mb-soundfont'],
  async assemble(assembly) {
    const { tree, output } = assembly;
    await tree.take('usr/share/sounds/sf2/TimGM6mb.sf2', join(output, 'sounds/instruments.sf2'));
    await addPrograms(assembly, ['fluidsynth'], UNWANTED);
  },
};
