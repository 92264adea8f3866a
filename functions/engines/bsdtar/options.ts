import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import { hasFormat } from '../engine.ts';
import { PASSWORD } from '../options/secrets.ts';
import { FILE_TARGETS, TARGETS, type Target } from './archive-formats.ts';

/** The compression levels of a target, and the level of each quality. */
interface Levels extends Readonly<Record<Quality, number>> {
  readonly least: number;
  readonly most: number;
}

const DEFLATE = { least: 0, most: 9, low: 1, medium: 6, high: 9 };
const BZIP2 = { least: 1, most: 9, low: 1, medium: 9, high: 9 };
const XZ = { least: 0, most: 9, low: 0, medium: 2, high: 6 };
const ZSTD = { least: 1, most: 19, low: 1, medium: 3, high: 15 };

const LEVELS: Partial<Record<Target, Levels>> = {
  zip: DEFLATE,
  jar: DEFLATE,
  '7z': { least: 0, most: 9, low: 0, medium: 1, high: 5 },
  'tar.gz': DEFLATE,
  'tar.bz2': BZIP2,
  'tar.xz': XZ,
  'tar.zst': ZSTD,
  gz: DEFLATE,
  bz2: BZIP2,
  xz: XZ,
  zst: ZSTD,
};

/** Sources with an encryption that is supported. */
const ENCRYPTABLE = ['zip', 'jar', '7z'] as const satisfies readonly FormatName[];

const ARCHIVE_PASSWORD = { ...PASSWORD, 'x-sources': ENCRYPTABLE } as const satisfies OptionSchema;

/** The compression level of a target; undefined where it has none. */
export function levelOf(target: Target, quality: Quality, asked: unknown): number | undefined {
  const levels = LEVELS[target];
  return levels && (typeof asked === 'number' ? asked : levels[quality]);
}

/** The options of every target. */
export function optionsOfTargets(): Partial<Record<FormatName, OptionSchemas>> {
  return Object.fromEntries(TARGETS.map((target) => [target, optionsOf(target)]));
}

function optionsOf(target: Target): OptionSchemas {
  const levels = LEVELS[target];
  return {
    ...(levels && { compression_level: levelSchema(levels) }),
    ...(!hasFormat(FILE_TARGETS, target) && { password: ARCHIVE_PASSWORD }),
  };
}

function levelSchema({ least, most, low, medium, high }: Levels): OptionSchema {
  return {
    title: 'Compression level',
    description: 'Higher is smaller, and slower.',
    type: 'integer',
    minimum: least,
    maximum: most,
    default: medium,
    'x-defaults': { low, medium, high },
  };
}
