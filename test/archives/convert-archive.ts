import type { FormatName } from '../../functions/conversion/formats.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { type ConvertSettings, convertBytes } from '../support/engine.ts';
import { type Found, readArchive } from './read-archive.ts';

/** Converts an archive with the real engine, and returns the bytes of the result. */
export async function convertArchive(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
  settings: ConvertSettings = {},
): Promise<Buffer> {
  return (await convertBytes(bsdtar, source, [sourceFormat, targetFormat], settings)).file;
}

/** What is in an archive after a conversion, by names in their order. */
export async function listed(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName = 'tar',
): Promise<Record<string, Found>> {
  return Object.fromEntries(readArchive(await convertArchive(source, sourceFormat, targetFormat), targetFormat));
}

/** What the files of an archive hold. */
export const contentsOf = (found: Readonly<Record<string, Found>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, { kind, content }]) => (kind === 'file' ? [[name, content]] : [])),
  );
