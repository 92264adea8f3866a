import type { Quality } from '../../conversion/quality.ts';

/** The image quality of lossy encoders at each quality, of 100. */
export const IMAGE_QUALITIES = {
  jpg: { low: 55, medium: 82, high: 92 },
  webp: { low: 50, medium: 80, high: 94 },
  avif: { low: 38, medium: 58, high: 70 },
} as const satisfies Record<string, Readonly<Record<Quality, number>>>;
