import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { CONVERSIONS as OFFICE } from '../office/conversions.ts';
import { CONVERSIONS as REFLOW } from '../reflow/conversions.ts';

/** Pictures that may be scans or photos of pages. */
export const PICTURES = ['jpg', 'png', 'tiff', 'webp', 'gif', 'bmp', 'heic', 'avif'] as const satisfies FormatName[];

/** The targets that tesseract writes itself. */
export const WRITTEN = ['pdf', 'txt'] as const satisfies FormatName[];

/** What a picture of a page becomes, by way of a searchable PDF file. */
const OF_PICTURE = [
  ...(['docx', 'odt', 'rtf', 'md', 'html', 'epub', 'pptx'] as const),
  ...(['xlsx', 'ods', 'csv', 'json'] as const),
] satisfies FormatName[];

/** The targets of each source. A PDF file becomes all that those with text become. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(PICTURES.map((source) => [source, [...WRITTEN, ...OF_PICTURE]])),
  pdf: [...WRITTEN, ...(OFFICE.pdf ?? []), ...(REFLOW.pdf ?? [])],
};
