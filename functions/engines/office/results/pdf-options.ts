import { invalidOption, type Options } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { filterOptions } from './filter-options.ts';

/** Pictures in a PDF: the best JPEG quality for their size, and how many dots per inch are kept. */
const PDF_PICTURES = {
  low: { quality: 60, resolution: 150 },
  medium: { quality: 85, resolution: 300 },
  high: undefined,
} as const satisfies Record<Quality, { quality: number; resolution: number } | undefined>;

/** LibreOffice's numbers of the PDF/A levels. */
const PDF_A = { '1b': 1, '2b': 2, '3b': 3 } as const;

/**
 * The options of the PDF export filter.
 * @param asked the client's options, with existing pages as ranges with both ends
 * @param tagged whether the file is tagged by default
 * @throws ConversionError INVALID_OPTION
 */
export function pdfOptions(quality: Quality, asked: Options, tagged: boolean): string {
  if (asked.pdf_a !== undefined && asked.tagged === false)
    throw invalidOption('The option "tagged" cannot be false for PDF/A, which is always tagged.');
  // Links to files would have the path of our copy, beside which the PDF file is written.
  const general = { UseTaggedPDF: asked.tagged ?? tagged, ExportLinksRelativeFsys: true };
  return filterOptions({ ...picturesOf(quality, asked), ...general, ...otherOptions(asked) });
}

function picturesOf(quality: Quality, { image_quality: asked }: Options): Record<string, number | boolean> {
  const pictures = PDF_PICTURES[quality];
  const resolution = pictures && { ReduceImageResolution: true, MaxImageResolution: pictures.resolution };
  if (asked !== undefined)
    return {
      Quality: Number(asked),
      UseLosslessCompression: false,
      ...(resolution ?? { ReduceImageResolution: false }),
    };
  if (!pictures) return { UseLosslessCompression: true, ReduceImageResolution: false };
  return { Quality: pictures.quality, ...resolution };
}

function otherOptions({ pdf_a: level, notes, pages }: Options): Record<string, number | boolean | string> {
  return {
    ...(level === undefined ? {} : { SelectPdfVersion: PDF_A[level as keyof typeof PDF_A] }),
    ...(notes === undefined ? {} : { ExportNotesPages: notes }),
    // Page numbers count hidden slides, so those can be chosen.
    ...(pages === undefined ? {} : { PageRange: pages, ExportHiddenSlides: true }),
  };
}
