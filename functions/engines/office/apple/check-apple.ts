import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { inspect } from '../../read/inspect.ts';
import { tooComplex, unsupported } from '../../refusals.ts';
import { isEncrypted, passwordProtected } from '../encryption.ts';
import { unreadable } from '../unreadable.ts';
import { type AppleObject, legacyXml, objectsOf } from './archives.ts';

/** Whether a result needs the whole document, or only its words and cells. */
export interface Wanted {
  /** @default false */
  readonly wordsOnly?: boolean;
}

const APPLE: readonly FormatName[] = ['pages', 'numbers', 'key'];

/** Targets that hold only words. */
const WORDS: readonly FormatName[] = ['txt', 'csv', 'tsv'];

/** The format that Apple's program exports a document to without loss. */
const EXPORTS: Partial<Record<FormatName, string>> = { pages: 'Word', numbers: 'Excel', key: 'PowerPoint' };

/**
 * Types of objects that libetonyek leaves out: the drawables that its IWAParser has no case for (Keynote 14.5). It leaves
 * out tables of contents as well; what they list is in the document.
 */
const LEFT_OUT: Readonly<Record<number, string>> = {
  623: 'galleries',
  2015: 'equations',
  3007: 'videos or sounds',
  5000: 'charts',
  5021: 'charts',
};
/** It reads the charts in XML before 2013, and drops them. */
const CHART = /<sf:chart-info[\s/>]/;
const END = /<\/(?:\w{1,20}:)?(?:document|presentation)>\s{0,20}$/;

/**
 * Refuses documents of Apple that LibreOffice would convert with silent losses: damaged ones, and those with parts that it
 * does not read.
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
    `The document has ${[...leftOut].join(', ')}, which cannot be read here and would be missing. Export it as PDF or ${EXPORTS[source]} in its own program and convert that${words}.`,
  );
}

function partsLeftOut(path: string): ReadonlySet<string> {
  try {
    return inspect(path, (read, size) => {
      const zip = openZip(read, size);
      const xml = legacyXml(zip);
      return xml === undefined ? leftOutOf(objectsOf(zip)) : leftOutOfXml(xml);
    });
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    if (isEncrypted(path)) throw passwordProtected(error);
    if (error instanceof RangeError) throw tooComplex('The document is too large when decompressed. Divide it first.');
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

function leftOutOfXml(xml: string): ReadonlySet<string> {
  if (!END.test(xml.slice(-200))) throw new Error('the XML lacks its end');
  return new Set(CHART.test(xml) ? ['charts'] : []);
}
