import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertEpub } from '../office/epub/convert-epub.ts';
import { runOffice } from '../office/run-office.ts';
import { convertAtOnce, isAtOnce } from './convert-at-once.ts';
import { openBook } from './kindle/open-book.ts';
import { tooComplex } from './limits.ts';
import { isOffice, readOffice } from './office/read-office.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { type Illustrated, takePictures } from './pictures/take-pictures.ts';
import { type MarkupSource, readTree } from './read-tree.ts';
import { BIBLIOGRAPHIES, isReadable } from './readers.ts';
import { toMarkdown } from './rules/markdown.ts';
import { prepareTree } from './rules/prepare-tree.ts';
import { resolveHtml } from './rules/resolve-html.ts';
import type { Tree } from './tree.ts';
import { checkResult, type Target, writeTree } from './write-tree.ts';
import { type Writer, writerOf } from './writers.ts';

/**
 * Converts a document from or to markup: read into a tree, which is made fit for its target, and written from there.
 * @throws ConversionError
 */
export async function convertMarkup(given: EngineJob): Promise<EngineResult> {
  const job = await openBook(given);
  if (job !== given) return convertBook(job, given.sourceFormat);
  return convertTree(job);
}

/** Converts an EPUB book that was made of a Kindle book. */
async function convertBook(job: EngineJob, made: FormatName): Promise<EngineResult> {
  // Each chapter begins on a page of its own, as when an EPUB book is printed.
  if (job.targetFormat === 'pdf')
    return runOffice({ ...job, sourcePath: await convertEpub(job), sourceFormat: 'html' });
  // The pages of older Kindle books are no XHTML, as those of an EPUB book have to be: they are written anew.
  if (job.targetFormat === 'epub' && made === 'azw3') return { path: job.sourcePath, format: 'epub' };
  return convertTree(job);
}

async function convertTree(job: EngineJob): Promise<EngineResult> {
  const writer = writerOf(job.targetFormat);
  if (writer) return convert(job, job.targetFormat, writer);
  // What only LibreOffice writes, it makes of what it reads best.
  const { path } = await convert(job, 'docx', writerOf('docx') as Writer);
  return runOffice({ ...job, sourcePath: path, sourceFormat: 'docx' });
}

async function convert(job: EngineJob, format: FormatName, writer: Writer): Promise<EngineResult> {
  const target = { format, writer, folder: job.folder };
  try {
    const read = await readFor(job, target);
    if ('path' in read) {
      await checkResult(read.path, format);
      return read;
    }
    const { tree, pictures } = read;
    const prepared = prepareTree(tree, writer);
    return await writeTree({ tree: format === 'md' ? toMarkdown(prepared) : prepared, pictures }, target);
  } catch (error) {
    if (error instanceof RangeError) throw tooComplex('The document has parts too deep in each other.', error);
    throw error;
  }
}

/** Reads a document for a target; where there is nothing in it for our rules, it is there already. */
async function readFor(job: EngineJob, target: Target): Promise<Illustrated | EngineResult> {
  const { format, writer } = target;
  if (job.sourceFormat === 'pdf') return readPdf(job);
  // Their pictures stand in the tree itself, as addresses.
  if (isOffice(job.sourceFormat)) return takePictures({ ...job, sourceFormat: 'md' }, await readOffice(job), writer);
  const literature = !BIBLIOGRAPHIES.includes(format) && BIBLIOGRAPHIES.includes(job.sourceFormat);
  const { source, read } = await readSource(job, literature, target);
  if ('path' in read) return read;
  const titled = writer.untitled && PAGES.includes(source.sourceFormat) ? withoutPageTitle(read) : read;
  const resolved = writer.raw?.includes('html') ? titled : await resolveHtml(titled, job.folder);
  return takePictures(source, resolved, writer);
}

/** Formats whose title stands outside of the text, for a window or a shelf. */
const PAGES: readonly FormatName[] = ['html', 'xhtml', 'epub'];

/** A text with a heading of its own does not need the other. */
function withoutPageTitle(tree: Tree): Tree {
  const titled = tree.blocks.some(({ t, c }) => t === 'Header' && (c as [number])[0] === 1);
  return titled ? { ...tree, meta: { ...tree.meta, title: { t: 'MetaString', c: '' } } } : tree;
}

/** A source, and what has come of reading it. */
interface ReadSource {
  readonly source: MarkupSource;
  readonly read: Tree | EngineResult;
}

/** What pandoc does not read, or takes for damaged, LibreOffice makes into something that it does. */
async function readSource(
  { sourceFormat, ...job }: EngineJob,
  literature: boolean,
  target: Target,
): Promise<ReadSource> {
  if (isReadable(sourceFormat)) {
    const source = { ...job, sourceFormat, literature };
    try {
      return { source, read: await readOrConvert(source, target) };
    } catch (error) {
      if (!OFFICE.includes(sourceFormat) || !(error instanceof ConversionError && error.code === 'UNREADABLE_FILE'))
        throw error;
    }
  }
  const { path } = await runOffice({ ...job, sourceFormat, targetFormat: 'docx' });
  const source = { ...job, sourcePath: path, sourceFormat: 'docx' } as const;
  return { source, read: await readOrConvert(source, target) };
}

async function readOrConvert(source: MarkupSource, target: Target): Promise<Tree | EngineResult> {
  if (!isAtOnce(source.sourceFormat, target.format)) return readTree(source);
  const outcome = await convertAtOnce(source, target);
  if (!outcome) return readTree(source);
  return 'tree' in outcome ? outcome.tree : outcome.result;
}

/** Formats that both read, LibreOffice more patiently. */
const OFFICE: readonly FormatName[] = ['docx', 'odt'];
