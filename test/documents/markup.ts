import type { FormatName } from '../../functions/conversion/formats.ts';
import { committed } from '../support/committed.ts';

/** What every document here says, in its own markup: what has to be found in whatever it becomes. */
export const SAID = {
  heading: 'Über Grenzen',
  text: 'Fünf Boote',
  strong: 'sofort',
  entries: ['Segel setzen', 'Anker lichten'],
  link: 'https://example.org/hafen',
  linked: 'Hafen',
  code: 'make install',
} as const;

/** What the documents have whose markup knows of it. */
export const MORE = { cells: ['Name', 'Länge', 'Adler', '12'], note: 'Eine Fußnote', formula: 'a^2' } as const;

const SOURCES = [
  ...([
    'md',
    'rst',
    'org',
    'tex',
    'typ',
    'textile',
    'mediawiki',
    'dokuwiki',
    'creole',
    'jira',
    'tikiwiki',
    'twiki',
  ] as const),
  ...(['vimwiki', 'muse', 't2t', 'haddock', 'man', 'dbk', 'jats', 'ipynb', 'opml'] as const),
] satisfies FormatName[];

/** Documents by hand, one of each kind of markup that is read. */
export const MARKUP = written(SOURCES);

/** What the lists of literature know of. */
export const LITERATURE = { author: 'Meerkamp', year: '1998' } as const;

/** Lists of literature by hand. */
export const BIBLIOGRAPHIES = written(['bib', 'csljson', 'ris']);

function written<T extends FormatName>(formats: readonly T[]): Record<T, string> {
  return Object.fromEntries(
    formats.map((format) => [format, String(committed(`documents/markup/boats.${format}`))]),
  ) as Record<T, string>;
}
