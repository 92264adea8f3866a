import type { FormatName } from '../conversion/formats.ts';

/** What a page's file is called in a zip: page-001.png for the first. */
export function pageName(index: number, format: FormatName): string {
  return `page-${String(index + 1).padStart(3, '0')}.${format}`;
}

/**
 * The pages of a document as files of a zip, numbered.
 * @param compress for formats that are not compressed already
 * @param numbers of the pages, when they are not all that there are
 */
export function pageFiles(
  paths: readonly string[],
  format: FormatName,
  { compress = false, numbers }: { readonly compress?: boolean; readonly numbers?: readonly number[] } = {},
) {
  return paths.map((path, index) => ({
    path,
    name: pageName((numbers?.[index] ?? index + 1) - 1, format),
    compress,
  }));
}
