import type { OptionSchema } from '../../conversion/options.ts';

/** How much of a picture a lossy encoder keeps. What the numbers mean differs by format. */
export const IMAGE_QUALITY = {
  title: 'Image quality',
  description: 'How much of the picture is kept: 100 is the most, and the largest file.',
  type: 'integer',
  minimum: 1,
  maximum: 100,
} as const satisfies OptionSchema;
