import type { FormatName } from '../../conversion/formats.ts';

/** The formats that LibreOffice decrypts with a password; not those of PowerPoint until 2003. */
export const DECRYPTABLE = [
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
