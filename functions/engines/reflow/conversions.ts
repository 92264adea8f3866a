import type { Engine } from '../engine.ts';
import { EPUB_AND_MARKUP } from '../pandoc/conversions.ts';

/** Markup and books of PDF files; as web pages poppler shows them, but for scans. */
export const CONVERSIONS: Engine['conversions'] = { pdf: [...EPUB_AND_MARKUP, 'html'] };
