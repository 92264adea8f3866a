import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchemas } from '../../conversion/options.ts';
import { ofSources } from '../options/join.ts';
import { PAGE_LAYOUT } from '../options/page-layout.ts';
import { PAGES } from '../options/pages.ts';
import { NOTES, PDF_A, TAGGED } from '../options/pdf-file.ts';
import { IMAGE_QUALITY } from '../options/picture-encoding.ts';
import { ENCODING, LINE_ENDS, QUOTING, SEPARATOR } from '../options/plain-text.ts';
import { ENCRYPTION, PASSWORD } from '../options/secrets.ts';
import { FIT_TO_WIDTH, SHEET } from '../options/sheet.ts';
import { POPPLER_OPTIONS } from '../poppler/options.ts';
import { DRAWN_TARGETS } from '../poppler/pdf-targets.ts';
import { CONVERSIONS } from './conversions.ts';
import { DECRYPTABLE, isPlain, sourcesOf, UNREADABLE_WHEN_FLAT } from './families.ts';

const TEXTS = sourcesOf('text');
const SHEETS = sourcesOf('sheet');
const SLIDES = sourcesOf('slides');
const PAGED = sourcesOf('text', 'sheet', 'slides', 'drawing');
const WORKBOOKS = SHEETS.filter((source) => !isPlain(source));

/** Sources whose page layout can be changed. */
const laidOut = (sources: readonly FormatName[]) => sources.filter((source) => !UNREADABLE_WHEN_FLAT.includes(source));

const PDF: OptionSchemas = {
  ...ofSources(PAGED, { pages: PAGES }),
  ...ofSources(laidOut([...TEXTS, ...SHEETS]), PAGE_LAYOUT),
  ...ofSources(laidOut(WORKBOOKS), { sheet: SHEET }),
  ...ofSources(laidOut(SHEETS), { fit_to_width: FIT_TO_WIDTH }),
  ...ofSources(SLIDES, { notes: NOTES }),
  ...ENCRYPTION,
  pdf_a: PDF_A,
  tagged: TAGGED,
  image_quality: IMAGE_QUALITY,
};

const TABLE: OptionSchemas = {
  ...ofSources([...WORKBOOKS, 'pdf'], { sheet: SHEET }),
  encoding: ENCODING,
  quoting: QUOTING,
};

/** The options of single targets. */
const OF_TARGET: Partial<Record<FormatName, OptionSchemas>> = {
  pdf: PDF,
  csv: { ...TABLE, separator: SEPARATOR },
  tsv: { ...TABLE, ...ofSources(WORKBOOKS, { sheet: SHEET }) },
  txt: { encoding: ENCODING, line_ends: LINE_ENDS },
};

/** The options of pictures of pages, which poppler draws. */
function drawn(target: FormatName): OptionSchemas {
  const of = DRAWN_TARGETS.find((each) => each === target);
  const { password: _, ...options } = of ? POPPLER_OPTIONS[of] : {};
  return ofSources(PAGED, options);
}

function optionsOf(target: FormatName): OptionSchemas {
  const pdf = CONVERSIONS.pdf?.includes(target) ? (['pdf'] as const) : [];
  const locked = [...DECRYPTABLE.filter((source) => CONVERSIONS[source]?.includes(target)), ...pdf];
  return {
    ...(OF_TARGET[target] ?? drawn(target)),
    ...(locked.length > 0 && ofSources(locked, { password: PASSWORD })),
    ...(pdf.length > 0 && ofSources(pdf, { pages: PAGES })),
  };
}

/** The options of each target that LibreOffice writes. */
export const OFFICE_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = Object.fromEntries(
  [...new Set(Object.values(CONVERSIONS).flat())].map((target) => [target, optionsOf(target)]),
);
