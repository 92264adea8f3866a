import type { FormatName } from '../../conversion/formats.ts';

/** The arguments of bsdtar for each archive format; `@level` stands for the compression level. */
export const ARCHIVE_TARGETS = {
  zip: ['--format', 'zip', '--options', 'zip:compression=deflate,zip:compression-level=@level'],
  jar: ['--format', 'zip', '--options', 'zip:compression=deflate,zip:compression-level=@level'],
  '7z': ['--format', '7zip', '--options', '7zip:compression=lzma1,7zip:compression-level=@level'],
  tar: ['--format', 'pax'],
  'tar.gz': ['--format', 'pax', '--gzip', '--options', 'gzip:compression-level=@level,gzip:!timestamp'],
  'tar.bz2': ['--format', 'pax', '--bzip2', '--options', 'bzip2:compression-level=@level'],
  'tar.xz': ['--format', 'pax', '--xz', '--options', 'xz:compression-level=@level'],
  'tar.zst': ['--format', 'pax', '--zstd', '--options', 'zstd:compression-level=@level'],
  cpio: ['--format', 'newc'],
  iso: ['--format', 'iso9660', '--options', 'iso9660:joliet=long,iso9660:volume-id=ARCHIVE'],
} as const satisfies Partial<Record<FormatName, readonly string[]>>;

/** The same for formats of a single compressed file. */
export const FILE_TARGETS = {
  gz: ['--format', 'raw', '--gzip', '--options', 'gzip:compression-level=@level,gzip:!timestamp'],
  bz2: ['--format', 'raw', '--bzip2', '--options', 'bzip2:compression-level=@level'],
  xz: ['--format', 'raw', '--xz', '--options', 'xz:compression-level=@level'],
  zst: ['--format', 'raw', '--zstd', '--options', 'zstd:compression-level=@level'],
} as const satisfies Partial<Record<FormatName, readonly string[]>>;

/** Archives that are sources only. */
const READ_ONLY = [
  'rar',
  'cab',
  'lha',
  'xar',
  'rpm',
  'deb',
  'ar',
  'wim',
  'dmg',
] as const satisfies readonly FormatName[];

/** The archive formats that are targets. */
export const ARCHIVES = Object.keys(ARCHIVE_TARGETS) as (keyof typeof ARCHIVE_TARGETS)[];

/** The archive formats that are sources. */
export const ARCHIVE_SOURCES: readonly FormatName[] = [...ARCHIVES, ...READ_ONLY];

/** The formats of a single compressed file. */
export const COMPRESSED_FILES = Object.keys(FILE_TARGETS) as (keyof typeof FILE_TARGETS)[];

/** All targets. */
export const TARGETS = [...ARCHIVES, ...COMPRESSED_FILES];

export type Target = (typeof TARGETS)[number];
