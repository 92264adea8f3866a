import type { FormatName } from '../../conversion/formats.ts';
import { IMAGES, IMAGES_OR_EMBEDDED } from '../options/images.ts';
import type { OptionsOfTargets } from '../options/join.ts';

/** Pandoc's writer for a format. What each can hold is in filters/targets.lua. */
export interface Writer {
  readonly format: string;
  readonly options?: readonly string[];
}

const NO_WRAPPING = '--wrap=none';

const unwrapped = (format: string, ...options: readonly string[]): Writer => ({
  format,
  options: [NO_WRAPPING, ...options],
});

/** The writers for markup that no other engine writes. */
export const MARKUP_WRITERS = {
  md: unwrapped('gfm-tex_math_gfm-yaml_metadata_block'),
  rst: unwrapped('rst'),
  org: unwrapped('org'),
  tex: unwrapped('latex', '--no-highlight'),
  typ: unwrapped('typst'),
  adoc: unwrapped('asciidoc'),
  textile: unwrapped('textile'),
  mediawiki: unwrapped('mediawiki'),
  dokuwiki: unwrapped('dokuwiki'),
  jira: unwrapped('jira'),
  xwiki: unwrapped('xwiki'),
  zimwiki: unwrapped('zimwiki'),
  muse: unwrapped('muse'),
  haddock: unwrapped('haddock'),
  texi: unwrapped('texinfo'),
  man: { format: 'man' },
  dbk: { format: 'docbook5' },
  jats: { format: 'jats' },
  tei: { format: 'tei' },
  ipynb: { format: 'ipynb' },
  opml: { format: 'opml' },
  icml: { format: 'icml' },
  fb2: { format: 'fb2' },
} as const satisfies Partial<Record<FormatName, Writer>>;

/** Those that hold pictures, or have none beside them. */
const SINGLE_FILES: readonly string[] = ['ipynb', 'fb2'];

/** The options of markup with pictures beside it. */
export const IMAGE_OPTIONS: OptionsOfTargets = Object.fromEntries(
  Object.keys(MARKUP_WRITERS)
    .filter((target) => !SINGLE_FILES.includes(target))
    .map((target) => [target, { images: target === 'md' ? IMAGES_OR_EMBEDDED : IMAGES }]),
);

const WRITERS: Partial<Record<FormatName, Writer>> = {
  ...MARKUP_WRITERS,
  bib: { format: 'bibtex' },
  csljson: { format: 'csljson' },
  txt: { format: 'plain' },
  html: unwrapped('html5', '--mathml'),
  docx: { format: 'docx' },
  odt: { format: 'odt' },
  epub: { format: 'epub3', options: ['--mathml', '--epub-title-page=false'] },
};

/** Pandoc's writer for a format, or nothing where it has none. */
export function writerOf(format: FormatName): Writer | undefined {
  return WRITERS[format];
}
