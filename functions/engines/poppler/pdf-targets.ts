import type { FormatName } from '../../conversion/formats.ts';

/** The picture formats that pages are rendered to. */
export const PICTURES = ['jpg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tiff'] as const satisfies readonly FormatName[];
export const DRAWN_TARGETS = [...PICTURES, 'svg'] as const satisfies readonly FormatName[];

/** All targets of a PDF file. */
export const PDF_TARGETS = [...DRAWN_TARGETS, 'txt', 'html', 'cbz'] as const satisfies readonly FormatName[];

export type DrawnTarget = (typeof DRAWN_TARGETS)[number];
export type PdfTarget = (typeof PDF_TARGETS)[number];
