import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';

/** How ffmpeg writes a format of still pictures. */
export interface PictureTarget {
  readonly encoder: string;
  /** Whether it has an alpha channel; without one, pictures are blended onto white. */
  readonly alpha: boolean;
  /** Whether its samples are linear light. @default false */
  readonly linear?: boolean;
  /** The image quality, from 1 to 100, at each quality. @default it is lossless */
  readonly qualities?: Readonly<Record<Quality, number>>;
}

/** The picture formats that ffmpeg writes; sharp writes all others. */
export const PICTURE_TARGETS = {
  jxl: { encoder: 'libjxl', alpha: true, qualities: { low: 68, medium: 90, high: 100 } },
  jp2: { encoder: 'libopenjpeg', alpha: true, qualities: { low: 18, medium: 40, high: 100 } },
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

/** Formats that sharp reads for ffmpeg to write. */
export const SHARP_SOURCES = [
  ...(['jpg', 'png', 'apng', 'webp', 'avif', 'heic', 'gif', 'tiff', 'bmp', 'ico', 'psd', 'svg'] as const),
] satisfies FormatName[];

/** Picture formats that ffmpeg reads and sharp does not. */
export const PICTURE_SOURCES = [...(Object.keys(PICTURE_TARGETS) as PictureTargetName[]), 'dds'] as const;

/** Whether ffmpeg reads a picture format. */
export function isPictureSource(format: FormatName): boolean {
  return PICTURE_SOURCES.some((name) => name === format);
}

/** Whether the samples of a format are linear light. */
export function isLinear(format: FormatName): boolean {
  const targets: Partial<Record<FormatName, PictureTarget>> = PICTURE_TARGETS;
  return targets[format]?.linear ?? false;
}
