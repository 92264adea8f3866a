import type { FormatName } from '../../conversion/formats.ts';

/** How pandoc writes a format. */
export interface Writer {
  readonly format: string;
  readonly options?: readonly string[];
  /** The raw parts that a text of this format may hold, by pandoc's names. @default none */
  readonly raw?: readonly string[];
  /**
   * Where pictures go: into the file, as files that pandoc reads or as addresses that hold them, or beside the file in a
   * zip. @default beside
   */
  readonly pictures?: 'files' | 'addresses' | 'none';
  /** The format has no place for a title: it becomes the first heading. */
  readonly untitled?: true;
  /** What stands under no heading is lost in it. */
  readonly headed?: true;
  /** It writes an abstract at the beginning; of all others one becomes a section. */
  readonly abstract?: true;
}

const NO_WRAPPING = '--wrap=none';

/** What pandoc writes. All texts are written in its sandbox; what holds files of pictures cannot be. */
export const WRITERS = {
  md: {
    format: 'gfm-tex_math_gfm-yaml_metadata_block',
    options: [NO_WRAPPING],
    untitled: true,
  },
  rst: { format: 'rst', options: [NO_WRAPPING], raw: ['rst'], abstract: true },
  org: { format: 'org', options: [NO_WRAPPING], raw: ['org'], abstract: true },
  tex: { format: 'latex', options: [NO_WRAPPING, '--no-highlight'], raw: ['tex', 'latex'], abstract: true },
  typ: { format: 'typst', options: [NO_WRAPPING], abstract: true },
  adoc: { format: 'asciidoc', options: [NO_WRAPPING], abstract: true },
  textile: { format: 'textile', options: [NO_WRAPPING], raw: ['html', 'textile'], untitled: true },
  mediawiki: { format: 'mediawiki', options: [NO_WRAPPING], raw: ['mediawiki'], untitled: true },
  dokuwiki: { format: 'dokuwiki', options: [NO_WRAPPING], raw: ['dokuwiki'], untitled: true },
  jira: { format: 'jira', options: [NO_WRAPPING], raw: ['jira'], untitled: true },
  xwiki: { format: 'xwiki', options: [NO_WRAPPING], untitled: true },
  zimwiki: { format: 'zimwiki', options: [NO_WRAPPING], untitled: true },
  muse: { format: 'muse', options: [NO_WRAPPING] },
  haddock: { format: 'haddock', options: [NO_WRAPPING], untitled: true },
  texi: { format: 'texinfo', options: [NO_WRAPPING], raw: ['texinfo'] },
  man: { format: 'man', raw: ['man'] },
  dbk: { format: 'docbook5' },
  jats: { format: 'jats', abstract: true },
  tei: { format: 'tei' },
  opml: { format: 'opml', headed: true },
  icml: { format: 'icml' },
  bib: { format: 'bibtex', pictures: 'none' },
  csljson: { format: 'csljson', pictures: 'none' },
  txt: { format: 'plain', pictures: 'none' },
  html: { format: 'html5', options: ['--mathml', NO_WRAPPING], raw: ['html'], pictures: 'addresses', abstract: true },
  ipynb: { format: 'ipynb', raw: ['html', 'ipynb'], pictures: 'files', untitled: true },
  fb2: { format: 'fb2', pictures: 'files' },
  docx: { format: 'docx', pictures: 'files', abstract: true },
  odt: { format: 'odt', pictures: 'files', abstract: true },
  epub: { format: 'epub3', options: ['--mathml'], pictures: 'files', abstract: true },
} as const satisfies Partial<Record<FormatName, Writer>>;

export type Writable = keyof typeof WRITERS;

/** How pandoc writes a format, or nothing where it does not. */
export function writerOf(format: FormatName): Writer | undefined {
  const writers: Partial<Record<FormatName, Writer>> = WRITERS;
  return writers[format];
}
