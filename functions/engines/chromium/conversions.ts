import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';

/** What a browser shows. */
const PAGES = ['html', 'xhtml', 'mhtml', 'zip'] as const satisfies FormatName[];

const MAILS = ['eml', 'msg', 'mbox'] as const satisfies FormatName[];

/** Markup that pandoc makes into pages. */
const MARKUP = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'textile', 'mediawiki', 'dokuwiki', 'creole', 'jira', 'tikiwiki'] as const),
  ...(['twiki', 'vimwiki', 'muse', 't2t', 'haddock', 'man', 'dbk', 'ipynb', 'opml'] as const),
  ...(['bib', 'csljson', 'ris'] as const),
] satisfies FormatName[];

/** What pictures of pages become. */
export const PICTURES = ['png', 'jpg', 'webp'] as const satisfies FormatName[];

/** Sources of which pictures are taken. */
const PICTURED = ['html', 'xhtml', 'mhtml', 'zip', 'eml', 'msg', 'md'] as const satisfies FormatName[];

/** What is drawn by the browser. */
export const CONVERSIONS: Engine['conversions'] = {
  ...table([...PAGES, ...MAILS, ...MARKUP], ['pdf']),
  ...table(PICTURED, ['pdf', ...PICTURES]),
};

function table(sources: readonly FormatName[], targets: readonly FormatName[]): Engine['conversions'] {
  return Object.fromEntries(sources.map((source) => [source, targets]));
}
