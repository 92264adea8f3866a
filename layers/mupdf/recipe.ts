import { join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import { addTemporaryFile } from '../preload/add-temporary-file.ts';
import type { Recipe } from '../recipe.ts';

/** Fonts in XML, which tx would read as well. */
const UNWANTED = /^libxml2\.so/;

/**
 * What makes the fonts of PDF files smaller: MuPDF's tool, unmodified, the tool of Adobe's font development kit that rewrites
 * fonts, and that of HarfBuzz that cuts them.
 */
export const mupdf: Recipe = {
  name: 'mupdf',
  packages: ['mupdf-tools', 'afdko-bin', 'libharfbuzz-bin'],
  async assemble(assembly) {
    await assembly.tree.take('usr/libexec/afdko/tx', join(assembly.output, 'bin', 'tx'));
    await addTemporaryFile(assembly);
    await addPrograms(assembly, ['mutool', 'hb-subset'], UNWANTED);
  },
};
