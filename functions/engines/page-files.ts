import type { FormatName } from '../conversion/formats.ts';

/** The name of a page's file in a zip: page-001.png for the first. */
export function pageName(index: number, format: FormatName): string {
  return `page-${String(index + 1).padStart(3, '0')}.${format}`;
}

/**
 * The pages of a document as files of a zip, numbered.
 * @param compress for uncompressed formats
 * @param numbers of the pages, where they are not consecutive
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
