import { rm } from 'node:fs/promises';
import type { FormatName } from '../conversion/formats.ts';
import { zipFiles } from './zip-files.ts';

/** What a page's file is called in the zip: page-001.png for the first. */
export function pageName(index: number, format: FormatName): string {
  return `page-${String(index + 1).padStart(3, '0')}.${format}`;
}

/**
 * Puts the pages of a document into a zip, numbered, and removes their files.
 * @param compress for formats that are not compressed already
 * @param numbers of the pages, when they are not all that there are
 */
export async function zipPages(
  paths: readonly string[],
  format: FormatName,
  target: string,
  { compress = false, numbers }: { readonly compress?: boolean; readonly numbers?: readonly number[] } = {},
): Promise<void> {
  const files = paths.map((path, index) => ({
    path,
    name: pageName((numbers?.[index] ?? index + 1) - 1, format),
    compress,
  }));
  await zipFiles(files, target);
  await Promise.all(paths.map((path) => rm(path)));
}
