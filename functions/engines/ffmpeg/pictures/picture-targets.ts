import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';

/** A format of still pictures that ffmpeg writes. */
export interface PictureTarget {
  readonly encoder: string;
  /** Whether it holds transparency; where not, what is behind is white. */
  readonly alpha: boolean;
  /** Whether it holds light as it is, rather than as screens want it. @default false */
  readonly linear?: boolean;
  /** What the qualities mean; nothing for formats that lose nothing. */
  readonly settings?: Readonly<Record<Quality, readonly string[]>>;
}

/** The formats that ffmpeg writes; all others that pictures are written to are left to sharp. */
export const PICTURE_TARGETS = {
  jxl: {
    encoder: 'libjxl',
    alpha: true,
    settings: { low: ['-distance', '3'], medium: ['-distance', '1'], high: ['-distance', '0'] },
  },
  jp2: {
    encoder: 'libopenjpeg',
    alpha: true,
    settings: {
      // How many times smaller than uncompressed.
      low: ['-compression_level', '30'],
      medium: ['-compression_level', '12'],
      high: ['-compression_level', '0'],
    },
  },
  tga: { encoder: 'targa', alpha: true },
  ppm: { encoder: 'ppm', alpha: false },
  pgm: { encoder: 'pgm', alpha: false },
  pbm: { encoder: 'pbm', alpha: false },
  pam: { encoder: 'pam', alpha: true },
  pcx: { encoder: 'pcx', alpha: false },
  sgi: { encoder: 'sgi', alpha: true },
  qoi: { encoder: 'qoi', alpha: true },
  exr: { encoder: 'exr', alpha: true, linear: true },
  hdr: { encoder: 'hdr', alpha: false, linear: true },
  dpx: { encoder: 'dpx', alpha: true },
} as const satisfies Partial<Record<FormatName, PictureTarget>>;

export type PictureTargetName = keyof typeof PICTURE_TARGETS;

/** Still pictures, or the first of several, that sharp reads and ffmpeg writes anew. */
export const SHARP_SOURCES = [
  ...(['jpg', 'png', 'apng', 'webp', 'avif', 'heic', 'gif', 'tiff', 'bmp', 'ico', 'psd', 'svg'] as const),
] satisfies FormatName[];

/** Formats of still pictures that ffmpeg reads and sharp does not. */
export const PICTURE_SOURCES = [...(Object.keys(PICTURE_TARGETS) as PictureTargetName[]), 'dds'] as const;

/** Whether a format is a still picture that ffmpeg writes. */
export function isPictureTarget(format: FormatName): format is PictureTargetName {
  return Object.hasOwn(PICTURE_TARGETS, format);
}

/** Whether a format is a still picture that ffmpeg reads. */
export function isPictureSource(format: FormatName): boolean {
  return PICTURE_SOURCES.some((name) => name === format);
}

/** Whether a format holds light as it is. */
export function isLinear(format: FormatName): boolean {
  const targets: Partial<Record<FormatName, PictureTarget>> = PICTURE_TARGETS;
  return targets[format]?.linear ?? false;
}
