import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { inspect } from '../../read/inspect.ts';
import { tooComplex, unsupported } from '../../refusals.ts';
import { isLocked, passwordProtected } from '../locks.ts';
import { unreadable } from '../unreadable.ts';
import { type AppleObject, formerText, objectsOf } from './archives.ts';

/** What of a result is wanted: the whole document, or its words and the tables of its cells alone. */
export interface Wanted {
  /** @default false */
  readonly wordsOnly?: boolean;
}

const APPLE: readonly FormatName[] = ['pages', 'numbers', 'key'];

/** Targets in which there is no place for anything but words. */
const WORDS: readonly FormatName[] = ['txt', 'csv', 'tsv'];

/** As what the program that made a document writes it with all that is in it. */
const EXPORTS: Partial<Record<FormatName, string>> = { pages: 'Word', numbers: 'Excel', key: 'PowerPoint' };

/**
 * Objects that libetonyek leaves out, by their kinds: the drawables that its IWAParser has no case for, as the descriptions
 * of Keynote 14.5 number them. Tables of contents are left out as well; what they list is in the document.
 */
const LEFT_OUT: Readonly<Record<number, string>> = {
  623: 'galleries',
  2015: 'equations',
  3007: 'films or sounds',
  5000: 'charts',
  5021: 'charts',
};
/** Of the XML before 2013 it reads charts, and writes none. */
const CHART = /<sf:chart-info[\s/>]/;
const END = /<\/(?:\w{1,20}:)?(?:document|presentation)>\s{0,20}$/;

/**
 * Refuses documents of Apple of which LibreOffice would make less than there is without a word: damaged ones, and those
 * with parts that it does not read.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export function checkApple(
  { sourcePath, sourceFormat: source, targetFormat }: Pick<EngineJob, 'sourcePath' | 'sourceFormat' | 'targetFormat'>,
  { wordsOnly = WORDS.includes(targetFormat) }: Wanted = {},
): void {
  if (!APPLE.includes(source)) return;
  const leftOut = partsLeftOut(sourcePath);
  if (leftOut.size === 0 || wordsOnly) return;
  const words =
    source === 'key' ? '' : `, or convert it to ${source === 'numbers' ? 'csv or json' : 'txt'} for its words alone`;
  throw unsupported(
    `The document has ${[...leftOut].join(', ')}, which cannot be read here and would be missing. Export it as PDF or ${EXPORTS[source]} where it was made and convert that${words}.`,
  );
}

function partsLeftOut(path: string): ReadonlySet<string> {
  try {
    return inspect(path, (read, size) => {
      const zip = openZip(read, size);
      const former = formerText(zip);
      return former === undefined ? leftOutOf(objectsOf(zip)) : leftOutOfText(former);
    });
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    if (isLocked(path)) throw passwordProtected(error);
    if (error instanceof RangeError)
      throw tooComplex('The document is too large when it is unpacked. Divide it first.');
    throw unreadable(error);
  }
}

function leftOutOf(objects: Iterable<AppleObject>): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const { type } of objects) {
    const part = LEFT_OUT[type];
    if (part !== undefined) parts.add(part);
  }
  return parts;
}

function leftOutOfText(text: string): ReadonlySet<string> {
  if (!END.test(text.slice(-200))) throw new Error('the XML lacks its end');
  return new Set(CHART.test(text) ? ['charts'] : []);
}
