import type { FormatName } from '../../conversion/formats.ts';

/** The formats whose locks LibreOffice opens with a password. Those of PowerPoint until 2003 it does not know. */
export const LOCKABLE = [
  'docx',
  'doc',
  'odt',
  'xlsx',
  'xls',
  'ods',
  'pptx',
  'odp',
  'odg',
] as const satisfies readonly FormatName[];
