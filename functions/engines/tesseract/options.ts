import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { OFFICE_OPTIONS } from '../office/options.ts';
import type { Given } from '../options/given.ts';
import { ofSources } from '../options/join.ts';
import { PAGES } from '../options/pages.ts';
import { PASSWORD } from '../options/secrets.ts';
import { IMAGE_OPTIONS } from '../pandoc/writers.ts';
import { CONVERSIONS, PICTURES, WRITTEN } from './conversions.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** Whether text is recognised. */
export const OCR = {
  title: 'Text recognition',
  description: 'auto reads pages without text, force all pages, as pictures.',
  type: 'string',
  enum: ['auto', 'force', 'off'],
} as const satisfies OptionSchema;

/** The language of a scanned text. */
export const LANGUAGE = {
  title: 'Language of the text',
  description: 'The language to recognise; auto finds it out.',
  type: 'string',
  enum: ['auto', ...(Object.keys(LANGUAGES) as Language[])],
  default: 'auto',
} as const satisfies OptionSchema;

const OF_PDF = { pages: { ...PAGES, 'x-sources': ['pdf'] }, password: { ...PASSWORD, 'x-sources': ['pdf'] } } as const;

/** The options of all targets; a picture has no other text, so that only its PDF file needs the option `ocr`. */
const SCAN = { ocr: { ...OCR, 'x-sources': ['pdf'] }, language: LANGUAGE, ...OF_PDF } as const satisfies OptionSchemas;

/** The options of each target: with those of the engine that writes it. */
export const SCAN_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = {
  ...Object.fromEntries((CONVERSIONS.pdf ?? []).map((target) => [target, { ...optionsOfReader(target), ...SCAN }])),
  pdf: { ...SCAN, ocr: OCR },
};

function optionsOfReader(target: FormatName): OptionSchemas {
  const written: readonly FormatName[] = WRITTEN;
  if (written.includes(target)) return {};
  const options = Object.entries({ ...OFFICE_OPTIONS[target], ...IMAGE_OPTIONS[target] });
  const ofPdf = options.filter(([, { 'x-sources': sources }]) => sources?.includes('pdf') ?? true);
  return ofSources([...PICTURES, 'pdf'], Object.fromEntries(ofPdf));
}

/** The option values of scans. */
export type ScanOptions = Given<typeof SCAN>;
