import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import type { Family } from '../families.ts';
import { findSheet } from '../find-sheet.ts';
import type { OfficeSession } from '../office-session.ts';
import { editLayout } from './edit-layout.ts';
import type { LayoutOptions } from './layout-options.ts';

/** A document as one XML file, by its family. */
const FLAT: Partial<Record<Family, string>> = { text: 'fodt', sheet: 'fods' };

/** The largest flat document that is changed, in bytes; it is held in memory. */
const LARGEST = 400 * 1024 * 1024;

const QUIET = 'Batch=true';

/** A document that is open, and what is asked of its layout. */
interface LaidOut {
  readonly office: OfficeSession;
  readonly family: Family;
  readonly parts: number;
  /** Where LibreOffice writes. */
  readonly folder: string;
  readonly options: LayoutOptions;
}

/**
 * Lays an open document out as it is asked for: LibreOffice writes it as one XML file, in which that is changed, and opens
 * this instead.
 * @returns how many pages or sheets there are now
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function layOut({ office, family, parts, folder, options }: LaidOut): Promise<number> {
  const format = FLAT[family];
  if (!format) throw new Error(`no layout for ${family}`);
  const sheet = options.sheet === undefined ? undefined : await findSheet(office, parts, options.sheet);
  const path = join(folder, `layout.${format}`);
  await office.save(path, format, '');
  if ((await stat(path)).size > LARGEST) {
    throw new ConversionError('TOO_COMPLEX', 'The document is too large for its pages to be changed. Divide it first.');
  }
  await writeFile(path, editLayout(await readFile(path, 'latin1'), options, sheet?.name), 'latin1');
  return (await office.open(path, QUIET)).parts;
}
