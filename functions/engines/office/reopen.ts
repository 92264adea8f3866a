import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tooComplex } from '../refusals.ts';
import type { Family } from './families.ts';
import type { OfficeSession } from './process/office-session.ts';

/** The flat XML format of each family. */
const FLAT: Partial<Record<Family, string>> = { text: 'fodt', sheet: 'fods' };

/** The largest flat XML that is edited, in bytes; it is held in memory. */
const LARGEST = 400 * 1024 * 1024;

/** Options by which LibreOffice opens a document in a language, which it keeps for what it opens after it. */
export const inLanguage = (language = 'en-US') => `Language=${language}`;

/** As above, and shows no dialogs. */
export const quiet = (language?: string) => `Batch=true,${inLanguage(language)}`;

/** A document that is open. */
export interface Reopened {
  readonly office: OfficeSession;
  readonly family: Family;
  /** How many pages or sheets it has. */
  readonly parts: number;
  /** Where LibreOffice writes. */
  readonly folder: string;
}

/**
 * Edits an open document: LibreOffice writes it as flat XML, and opens the edited file instead.
 * @param edit changes the file, given as a Latin-1 string; without it, the file is opened as LibreOffice wrote it
 * @returns how many pages or sheets there are now
 * @throws ConversionError TOO_COMPLEX
 */
export async function reopen(
  { office, family, parts, folder }: Reopened,
  edit?: (xml: string) => string,
): Promise<number> {
  const format = FLAT[family];
  if (!format) throw new Error(`no flat document of ${family}`);
  const path = join(folder, `changed.${format}`);
  await office.save(path, format, '');
  if ((await stat(path)).size > LARGEST) {
    throw tooComplex('The document is too large to be changed. Divide it first.');
  }
  if (edit) {
    const xml = await readFile(path, 'latin1');
    const edited = edit(xml);
    if (edited === xml) return parts;
    await writeFile(path, edited, 'latin1');
  }
  return (await office.open(path, quiet())).parts;
}
