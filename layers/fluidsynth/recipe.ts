import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** FluidSynth, and the instruments of General MIDI. */
export const fluidsynth: Recipe = {
  name: 'fluidsynth',
  packages: ['fluidsynth', 'timgm6mb-soundfont'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/fluidsynth', join(bin, 'fluidsynth'));
    await tree.take('usr/share/sounds/sf2/TimGM6mb.sf2', join(output, 'sounds/instruments.sf2'));
    progress.step('collecting libraries');
    await addLibraries(tree, {
      roots: [bin],
      folder: join(output, 'lib'),
      // Loudspeakers, keyboards, and who tells of either.
      unwanted: /^lib(asound|dbus-1|jack|pipewire-.*|pulse|pulse-simple|readline|SDL[23].*|systemd)\.so/,
    });
  },
};
