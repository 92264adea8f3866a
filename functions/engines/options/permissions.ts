import type { OptionSchema } from '../../conversion/options.ts';

/** How the result may be printed. */
export const ALLOW_PRINTING = {
  title: 'Printing',
  description: 'How readers without the password of the owner may print the result: not, coarsely, or in full.',
  type: 'string',
  enum: ['none', 'low', 'full'],
  default: 'full',
  'x-needs': ['owner_password'],
} as const satisfies OptionSchema;

/** What in the result may be changed. */
export const ALLOW_CHANGES = {
  title: 'Changes',
  description:
    'What readers without the password of the owner may change: nothing, the order of pages, also forms, also notes, or all.',
  type: 'string',
  enum: ['none', 'pages', 'forms', 'notes', 'all'],
  default: 'all',
  'x-needs': ['owner_password'],
} as const satisfies OptionSchema;

/** Whether text and pictures may be taken out of the result. */
export const ALLOW_COPYING = {
  title: 'Copying',
  description: 'Whether readers without the password of the owner may copy text and pictures.',
  type: 'boolean',
  default: true,
  'x-needs': ['owner_password'],
} as const satisfies OptionSchema;
