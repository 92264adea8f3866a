import { LIMITS, tooDeep, tooLarge, tooMany } from './limits.ts';

/** A member of an archive, as a tool lists it. */
export interface Member {
  /** As bytes, since their encoding is not stated. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link';
  /** Whether it is not a file, but a resource fork, an extended attribute or a symbol table. */
  readonly stream: boolean;
  /** How many bytes the tool extracts for it. */
  readonly size: number;
  /** Permissions, where the archive has them. */
  readonly mode: number | undefined;
  /** The modification time, in seconds since 1970. */
  readonly time: number;
  /** The target of a link; without it, the content is the target. */
  readonly target: Buffer | undefined;
  /** The inode that hard links share. */
  readonly inode: string | undefined;
}

/**
 * Refuses an archive that exceeds the limits, by its listing.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMembers(members: readonly Pick<Member, 'name' | 'size'>[]): void {
  if (members.length > LIMITS.entries) throw tooMany();
  if (members.reduce((sum, { name }) => sum + name.length, 0) > LIMITS.paths) throw tooDeep();
  if (members.reduce((sum, { size }) => sum + size, 0) > LIMITS.unpacked * 1_000_000)
    throw tooLarge('its files together');
}
