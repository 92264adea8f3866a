import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { isDataText, isPlain, SOURCES, TARGETS } from './families.ts';

/** The targets of PDF: documents and slides of its text and pictures, and tables of its tables. */
const OF_PDF = [
  'docx',
  'odt',
  'rtf',
  'doc',
  'pptx',
  'odp',
  'xlsx',
  'ods',
  'csv',
  'json',
] as const satisfies FormatName[];

/** The targets of each mail of a mailbox. */
const OF_MAILBOX = ['pdf', 'html', 'txt', 'md', 'json', 'zip'] as const satisfies FormatName[];

/** A mail also becomes Markdown, data, or a zip of its parts. */
const MAILS: readonly FormatName[] = ['eml', 'msg'];
const OF_MAIL = ['md', 'json', 'zip'] as const satisfies FormatName[];

/** Chromium draws these: here they become documents, and PDF/A. */
const PAGES: readonly FormatName[] = ['html', 'xhtml', ...MAILS];
const BY_BROWSER: readonly FormatName[] = ['png', 'jpg', 'webp'];

/** Every source to every target of its family; only texts and tables also to themselves, in another encoding. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(
    Object.entries(SOURCES).map(([source, family]) => {
      const all = Object.keys(TARGETS[family]) as FormatName[];
      const targets = isDataText(source as FormatName) ? all.filter((target) => target !== 'txt') : all;
      const isOurs = (target: FormatName) => !(PAGES.includes(source as FormatName) && BY_BROWSER.includes(target));
      const others = targets.filter((target) => (target !== source || isPlain(target)) && isOurs(target));
      return [source, MAILS.includes(source as FormatName) ? [...others, ...OF_MAIL] : others];
    }),
  ),
  pdf: OF_PDF,
  mbox: OF_MAILBOX,
};
