import type { FormatName } from '../../conversion/formats.ts';

/** Pandoc's readers for markup that no other engine reads. */
export const MARKUP_READERS = {
  md: 'gfm',
  rst: 'rst',
  org: 'org',
  tex: 'latex',
  typ: 'typst',
  textile: 'textile',
  mediawiki: 'mediawiki',
  dokuwiki: 'dokuwiki',
  creole: 'creole',
  jira: 'jira',
  tikiwiki: 'tikiwiki',
  twiki: 'twiki',
  vimwiki: 'vimwiki',
  muse: 'muse',
  t2t: 't2t',
  haddock: 'haddock',
  man: 'man',
  dbk: 'docbook',
  jats: 'jats',
  ipynb: 'ipynb',
  opml: 'opml',
} as const satisfies Partial<Record<FormatName, string>>;

/** Its readers for bibliographies. */
export const BIBLIOGRAPHY_READERS = {
  bib: 'biblatex',
  csljson: 'csljson',
  ris: 'ris',
} as const satisfies Partial<Record<FormatName, string>>;

/** Pandoc's reader for each format. */
export const READERS = {
  ...MARKUP_READERS,
  ...BIBLIOGRAPHY_READERS,
  html: 'html',
  xhtml: 'html',
  fb2: 'fb2',
  docx: 'docx',
  odt: 'odt',
  epub: 'epub',
} as const satisfies Partial<Record<FormatName, string>>;

export type Readable = keyof typeof READERS;

/** Packages; all others are texts, which pandoc reads only as UTF-8. */
export const PACKAGES: readonly FormatName[] = ['docx', 'odt', 'epub'];
