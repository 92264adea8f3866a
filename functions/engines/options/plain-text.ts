import type { OptionSchema } from '../../conversion/options.ts';

/** The encoding of a text. */
export const ENCODING = {
  title: 'Encoding',
  description:
    'How letters are written; utf-8-bom, utf-16le and utf-16be begin with a byte order mark. What an encoding lacks is refused.',
  type: 'string',
  enum: [
    'utf-8',
    'utf-8-bom',
    'utf-16le',
    'utf-16be',
    'us-ascii',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1257',
    'iso-8859-2',
    'iso-8859-15',
    'koi8-r',
    'macintosh',
  ],
  default: 'utf-8',
} as const satisfies OptionSchema;

/** The line endings of a text. */
export const LINE_ENDS = {
  title: 'Line ends',
  description: 'How lines end: lf as on Linux and Mac, crlf as on Windows.',
  type: 'string',
  enum: ['lf', 'crlf'],
} as const satisfies OptionSchema;

/** The separator between the fields of a table. */
export const SEPARATOR = {
  title: 'Separator',
  description: 'What stands between fields.',
  type: 'string',
  enum: ['comma', 'semicolon', 'tab', 'pipe'],
  default: 'comma',
} as const satisfies OptionSchema;

/** Which fields of a table are quoted. */
export const QUOTING = {
  title: 'Quoting',
  description: 'Which fields stand in quotes: those that need it, or all.',
  type: 'string',
  enum: ['minimal', 'all'],
  default: 'minimal',
} as const satisfies OptionSchema;
