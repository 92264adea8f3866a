import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import type { Given } from '../options/given.ts';
import { PAGES } from '../options/pages.ts';
import { PASSWORD } from '../options/secrets.ts';
import { SCAN_TARGETS, type ScanTarget } from './conversions.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** Whether text is recognised. */
export const OCR = {
  title: 'Text recognition',
  description: 'auto reads pages without text, force all pages.',
  type: 'string',
  enum: ['auto', 'force', 'off'],
} as const satisfies OptionSchema;

/** The same for PDF to PDF, which leaves pages with text alone. */
const OCR_BESIDE = {
  ...OCR,
  description: 'auto puts text behind pages that have none.',
  enum: ['auto', 'off'],
} as const satisfies OptionSchema;

/** The language of a scanned text. */
export const LANGUAGE = {
  title: 'Language of the text',
  description: 'The language to recognise; auto finds it out.',
  type: 'string',
  enum: ['auto', ...(Object.keys(LANGUAGES) as Language[])],
  default: 'auto',
} as const satisfies OptionSchema;

const PDF_ONLY = {
  pages: { ...PAGES, 'x-sources': ['pdf'] },
  password: { ...PASSWORD, 'x-sources': ['pdf'] },
} as const satisfies OptionSchemas;

/** The options of text targets; a picture has no other text, so that it needs no option `ocr`. */
const TEXT = {
  ocr: { ...OCR, 'x-sources': ['pdf'] },
  language: LANGUAGE,
  ...PDF_ONLY,
} as const satisfies OptionSchemas;

/** The options of each target. */
export const SCAN_OPTIONS = {
  pdf: { ocr: OCR_BESIDE, language: LANGUAGE, ...PDF_ONLY },
  ...(Object.fromEntries(SCAN_TARGETS.filter((target) => target !== 'pdf').map((target) => [target, TEXT])) as Record<
    Exclude<ScanTarget, 'pdf'>,
    typeof TEXT
  >),
} as const satisfies Record<ScanTarget, OptionSchemas>;

/** The option values of scans. */
export type ScanOptions = Given<typeof TEXT>;
