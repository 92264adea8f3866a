import type { OptionSchema } from '../../conversion/options.ts';

/** PDF for archives. */
export const PDF_A = {
  title: 'PDF/A',
  description: 'Makes a PDF/A file, to be kept for long: part 1, 2 or 3 of ISO 19005, level B. It is always tagged.',
  type: 'string',
  enum: ['1b', '2b', '3b'],
  // Nothing in the standard may be locked.
  'x-excludes': ['encrypt_password', 'owner_password'],
} as const satisfies OptionSchema;

/** Structure for screen readers. */
export const TAGGED = {
  title: 'Tagged',
  description:
    'Whether headings, lists and tables are marked for screen readers. Without it, texts and slides are, sheets and drawings are not.',
  type: 'boolean',
} as const satisfies OptionSchema;

/** The speaker notes of slides. */
export const NOTES = {
  title: 'Notes',
  description: 'Whether a page with the notes of each slide follows after the slides.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;
