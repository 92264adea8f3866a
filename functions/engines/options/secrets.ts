import type { OptionSchema } from '../../conversion/options.ts';

/** The longest password, in characters: PDF takes 127 bytes, Office files 255 characters. */
const LONGEST = 127;

/** What opens a source that is locked. */
export const PASSWORD = {
  title: 'Password',
  description: 'The password that opens the file, where it is locked.',
  type: 'string',
  maxLength: LONGEST,
  writeOnly: true,
} as const satisfies OptionSchema;

/** What a reader of the result has to know to open it. */
export const ENCRYPT_PASSWORD = {
  title: 'Password of the result',
  description: 'The result is encrypted (AES, 256 bits), and opens with this password only.',
  type: 'string',
  maxLength: LONGEST,
  writeOnly: true,
} as const satisfies OptionSchema;
