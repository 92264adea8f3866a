import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from '../writers.ts';
import { type AtOnce, filterText } from './filter-text.ts';

/** Puts our script for pandoc into a folder. @returns the options with which pandoc runs it */
export async function placeFilter(folder: string, writer: Writer, atOnce?: AtOnce): Promise<readonly string[]> {
  const script = join(folder, 'filter.lua');
  await writeFile(script, filterText(writer, atOnce));
  // Pandoc runs no script without one that goes before all, and looks for that in this folder first.
  await writeFile(join(folder, 'init.lua'), '');
  return ['--data-dir', folder, '--lua-filter', script];
}
