import { LIMITS, tooDeep, tooLarge, tooMany } from './limits.ts';

/** One thing that a tool lists in an archive. */
export interface Member {
  /** As bytes: their encoding is not told. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link';
  /** Whether it is no file but something beside one: a resource fork, an extended attribute, a table of symbols. */
  readonly stream: boolean;
  /** How many bytes the tool writes for it. */
  readonly size: number;
  /** Permissions, where the archive has them. */
  readonly mode: number | undefined;
  /** When it was changed last, in seconds since 1970, and the fraction of a second as `.25`. */
  readonly time: number;
  readonly fraction: string;
  /** Where a link leads; without it, the content of the link says so. */
  readonly target: Buffer | undefined;
  /** What the names of one file have in common (hard links). */
  readonly inode: string | undefined;
}

/**
 * Refuses what would be too much to unpack, by what an archive says of itself.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMembers(members: readonly Pick<Member, 'name' | 'size'>[]): void {
  if (members.length > LIMITS.entries) throw tooMany();
  if (members.reduce((sum, { name }) => sum + name.length, 0) > LIMITS.paths) throw tooDeep();
  if (members.reduce((sum, { size }) => sum + size, 0) > LIMITS.unpacked * 1_000_000)
    throw tooLarge('its files together');
}
