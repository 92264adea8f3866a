import type { OptionSchema } from '../../conversion/options.ts';

/** What becomes of the pictures of a document in a text. */
export const IMAGES = {
  title: 'Images',
  description: 'Pictures are files beside the text, and both in a zip, or none: their descriptions stay.',
  type: 'string',
  enum: ['files', 'none'],
  default: 'files',
} as const satisfies OptionSchema;

/** The same for a text whose readers show pictures in data URLs. */
export const IMAGES_OR_EMBEDDED = {
  ...IMAGES,
  description:
    'Pictures are files beside the text, and both in a zip, embedded as data URLs, or none: their descriptions stay.',
  enum: ['files', 'embedded', 'none'],
} as const satisfies OptionSchema;
