import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';

/** Pictures that may be scans or photos of pages. */
export const PICTURES = ['jpg', 'png', 'tiff', 'webp', 'gif', 'bmp', 'heic', 'avif'] as const satisfies FormatName[];

/** The targets of scans. */
export const SCAN_TARGETS = ['pdf', 'txt', 'md', 'html', 'docx'] as const satisfies FormatName[];

/** A target of a scan. */
export type ScanTarget = (typeof SCAN_TARGETS)[number];

/** The targets of each source. */
export const CONVERSIONS: Engine['conversions'] = Object.fromEntries(
  [...PICTURES, 'pdf'].map((source) => [source, SCAN_TARGETS]),
);
