import type { FormatName } from '../../functions/conversion/formats.ts';
import { committed } from '../support/committed.ts';

/** The content of every document here, which every result must have. */
export const SAID = {
  heading: 'Über Grenzen',
  text: 'Fünf Boote',
  strong: 'sofort',
  entries: ['Segel setzen', 'Anker lichten'],
  link: 'https://example.org/hafen',
  linked: 'Hafen',
  code: 'make install',
} as const;

/** Content that only some kinds of markup can have. */
export const MORE = { cells: ['Name', 'Länge', 'Adler', '12'], note: 'Eine Fußnote', formula: 'a^2' } as const;

const SOURCES = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'textile', 'mediawiki', 'dokuwiki', 'creole', 'jira', 'tikiwiki'] as const),
  ...(['twiki', 'vimwiki', 'muse', 't2t', 'haddock', 'man', 'dbk', 'jats', 'ipynb', 'opml'] as const),
] satisfies FormatName[];

/** Documents written by hand, one in each markup that is read. */
export const MARKUP = written(SOURCES);

/** The content of the bibliographies. */
export const LITERATURE = { author: 'Meerkamp', year: '1998' } as const;

/** Bibliographies written by hand. */
export const BIBLIOGRAPHIES = written(['bib', 'csljson', 'ris']);

function written<T extends FormatName>(formats: readonly T[]): Record<T, string> {
  return Object.fromEntries(
    formats.map((format) => [format, String(committed(`documents/markup/boats.${format}`))]),
  ) as Record<T, string>;
}
