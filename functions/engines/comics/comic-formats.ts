import type { FormatName } from '../../conversion/formats.ts';

/** The kinds of comic books, and the archives that they are. */
export const COMICS = { cbz: 'zip', cbr: 'rar', cb7: '7z', cbt: 'tar' } as const satisfies Partial<
  Record<FormatName, FormatName>
>;

/** What they are packed as anew. */
export const REPACKED = ['cbz', 'cb7', 'cbt', 'zip'] as const satisfies readonly FormatName[];

export type Comic = keyof typeof COMICS;

/** Whether a format is a comic book. */
export function isComic(format: string): format is Comic {
  return Object.hasOwn(COMICS, format);
}
