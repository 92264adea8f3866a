import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';

/** The longest password, in characters: PDF takes 127 bytes, Office files 255 characters. */
const LONGEST = 127;

/** The password of an encrypted source. */
export const PASSWORD = {
  title: 'Password',
  description: 'Opens an encrypted source.',
  type: 'string',
  maxLength: LONGEST,
  writeOnly: true,
} as const satisfies OptionSchema;

/** The passwords of the result, and the permissions without the owner's. */
export const ENCRYPTION = {
  encrypt_password: {
    title: 'Password of the result',
    description: 'The result is encrypted (AES, 256 bits), and opens with this password only.',
    type: 'string',
    minLength: 1,
    maxLength: LONGEST,
    writeOnly: true,
  },
  owner_password: {
    title: 'Password of the owner',
    description: 'Who knows it may do everything with the result; others what is allowed.',
    type: 'string',
    minLength: 1,
    maxLength: LONGEST,
    writeOnly: true,
    'x-needs': ['encrypt_password', 'allow_printing', 'allow_changes', 'allow_copying'],
  },
  allow_printing: {
    title: 'Printing',
    description: 'How readers without the password of the owner may print the result: not, coarsely, or in full.',
    type: 'string',
    enum: ['none', 'low', 'full'],
    default: 'full',
    'x-needs': ['owner_password'],
  },
  allow_changes: {
    title: 'Changes',
    description:
      'What readers without the password of the owner may change: nothing, the order of pages, also forms, also notes, or all.',
    type: 'string',
    enum: ['none', 'pages', 'forms', 'notes', 'all'],
    default: 'all',
    'x-needs': ['owner_password'],
  },
  allow_copying: {
    title: 'Copying',
    description: 'Whether readers without the password of the owner may copy text and pictures.',
    type: 'boolean',
    default: true,
    'x-needs': ['owner_password'],
  },
} as const satisfies OptionSchemas;
