import type { FormatName } from '../../conversion/formats.ts';
import { conversionsOf, type Engine } from '../engine.ts';
import { KINDLE_BOOKS } from '../pandoc/conversions.ts';

/** Formats that a browser shows. */
const PAGES = ['html', 'xhtml', 'mhtml', 'zip'] as const satisfies FormatName[];

const BOOKS: readonly FormatName[] = ['epub', ...KINDLE_BOOKS];

const MAILS = ['eml', 'msg', 'mbox'] as const satisfies FormatName[];

/** Markup and books that pandoc converts to HTML. */
const MARKUP = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'textile', 'mediawiki', 'dokuwiki', 'creole', 'jira', 'tikiwiki'] as const),
  ...(['twiki', 'vimwiki', 'muse', 't2t', 'haddock', 'man', 'dbk', 'ipynb', 'opml'] as const),
  ...(['bib', 'csljson', 'ris', 'fb2'] as const),
] satisfies FormatName[];

/** The targets of screenshots. */
export const PICTURES = ['png', 'jpg', 'webp'] as const satisfies FormatName[];

/** Sources of screenshots. */
const PICTURED = ['html', 'xhtml', 'mhtml', 'zip', 'eml', 'msg', 'md'] as const satisfies FormatName[];

/** The targets of each source. */
export const CONVERSIONS: Engine['conversions'] = {
  ...conversionsOf([...PAGES, ...BOOKS, ...MAILS, ...MARKUP], ['pdf']),
  ...conversionsOf([...PICTURED, 'svg'], ['pdf', ...PICTURES]),
};
