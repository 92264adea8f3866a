import type { FormatName } from '../../conversion/formats.ts';
import { conversionsOf, type Engine } from '../engine.ts';

/** Documents that other engines make into documents, and calibre into books. */
const DOCUMENTS = ['epub', 'fb2', 'docx', 'odt', 'html', 'md', 'txt', 'rtf'] as const satisfies FormatName[];

/** Books of today's readers, which only calibre writes. */
const KINDLE = ['azw3', 'mobi'] as const satisfies FormatName[];

/** Books of readers that are not made any more. */
const OLD_TARGETS = ['lit', 'lrf', 'pdb', 'rb', 'tcr'] as const satisfies FormatName[];

/** Books that only calibre reads: there is no way to another old reader. */
const OLD_SOURCES = [...OLD_TARGETS, 'chm', 'htmlz', 'txtz', 'pmlz'] as const satisfies FormatName[];

const ZIPPED = ['htmlz', 'txtz'] as const satisfies FormatName[];

/** The targets of each source that calibre reads. */
export const CONVERSIONS: Engine['conversions'] = {
  ...conversionsOf(DOCUMENTS, [...KINDLE, ...OLD_TARGETS, ...ZIPPED]),
  ...conversionsOf(KINDLE, [...KINDLE, 'fb2', ...OLD_TARGETS, ...ZIPPED]),
  ...conversionsOf(OLD_SOURCES, [...KINDLE, 'epub', 'fb2', 'docx', 'html', 'txt', ...ZIPPED]),
};
