import type { FormatName } from '../../conversion/formats.ts';

/** Archives that bsdtar writes, in the words of its command line; `@level` stands for the level of compression. */
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

/** One file, compressed, likewise. */
export const FILE_TARGETS = {
  gz: ['--format', 'raw', '--gzip', '--options', 'gzip:compression-level=@level,gzip:!timestamp'],
  bz2: ['--format', 'raw', '--bzip2', '--options', 'bzip2:compression-level=@level'],
  xz: ['--format', 'raw', '--xz', '--options', 'xz:compression-level=@level'],
  zst: ['--format', 'raw', '--zstd', '--options', 'zstd:compression-level=@level'],
} as const satisfies Partial<Record<FormatName, readonly string[]>>;

/** Archives that are read only. */
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

export type ArchiveTarget = keyof typeof ARCHIVE_TARGETS;
export type CompressedFile = keyof typeof FILE_TARGETS;
export type Target = ArchiveTarget | CompressedFile;

/** What is read as an archive. */
export const ARCHIVE_SOURCES: readonly FormatName[] = [
  ...(Object.keys(ARCHIVE_TARGETS) as ArchiveTarget[]),
  ...READ_ONLY,
];

/** What is one file, compressed. */
export const COMPRESSED_FILES = Object.keys(FILE_TARGETS) as CompressedFile[];

/** Everything that is written. */
export const TARGETS = [...(Object.keys(ARCHIVE_TARGETS) as ArchiveTarget[]), ...COMPRESSED_FILES];

/** Whether a format is one of those that hold one file, compressed. */
export function isCompressedFile(format: FormatName): format is CompressedFile {
  return Object.hasOwn(FILE_TARGETS, format);
}
