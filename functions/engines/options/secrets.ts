import type { OptionSchema } from '../../conversion/options.ts';

/** The longest password, in characters: PDF takes 127 bytes, Office files 255 characters. */
const LONGEST = 127;

/** What opens a source that is locked. */
export const PASSWORD = {
  title: 'Password',
  description: 'Opens a locked source.',
  type: 'string',
  maxLength: LONGEST,
  writeOnly: true,
} as const satisfies OptionSchema;

/** What a reader of the result has to know to open it. */
export const ENCRYPT_PASSWORD = {
  title: 'Password of the result',
  description: 'The result is encrypted (AES, 256 bits), and opens with this password only.',
  type: 'string',
  minLength: 1,
  maxLength: LONGEST,
  writeOnly: true,
} as const satisfies OptionSchema;

/** What a reader of the result has to know to do what it does not allow. */
export const OWNER_PASSWORD = {
  title: 'Password of the owner',
  description: 'Who knows it may do everything with the result; others what is allowed.',
  type: 'string',
  minLength: 1,
  maxLength: LONGEST,
  writeOnly: true,
  'x-needs': ['encrypt_password', 'allow_printing', 'allow_changes', 'allow_copying'],
} as const satisfies OptionSchema;
