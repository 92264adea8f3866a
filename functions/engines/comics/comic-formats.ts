import type { FormatName } from '../../conversion/formats.ts';

/** The formats of comic books, each with the format of its archive. */
export const COMICS = { cbz: 'zip', cbr: 'rar', cb7: '7z', cbt: 'tar' } as const satisfies Partial<
  Record<FormatName, FormatName>
>;

/** The targets that are archives of the same files. */
export const ARCHIVES = ['cbz', 'cb7', 'cbt', 'zip'] as const satisfies readonly FormatName[];

export type Comic = keyof typeof COMICS;
