import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openZip } from '../../detection/document-zip.ts';
import type { EngineJob } from '../engine.ts';
import { hasContent } from '../office/epub/has-content.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableAs } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import { isKindleBook } from './conversions.ts';

const DAMAGED = 'The book is damaged or incomplete, and cannot be read.';

/** The largest books take two seconds. The largest file that it may write holds a whole book. */
const LIBMOBI: LayerTools = {
  layer: 'libmobi',
  memory: 768,
  fileSize: 512,
  complainsOnOutput: true,
  endings: [
    {
      says: /failed \(Document is encrypted\)/,
      code: 'UNREADABLE_FILE',
      message: 'The book is protected by digital rights management (DRM), and cannot be converted. Get it without DRM.',
    },
  ],
  tooComplex: 'The book needs more memory or time than one conversion may use.',
  unreadable: DAMAGED,
};

const unreadable = unreadableAs(DAMAGED);

/**
 * Converts a Kindle book to an EPUB book. Any other source stays as it is.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openBook(job: EngineJob): Promise<EngineJob> {
  if (!isKindleBook(job.sourceFormat)) return job;
  const sourcePath = await convertToEpub(job);
  if (!inspect(sourcePath, (read, size) => hasContent(new BookFiles(openZip(read, size)))))
    throw unreadable('there is nothing in its chapters');
  return { ...job, sourcePath, sourceFormat: 'epub' };
}

/** Converts a book to EPUB with mobitool, which chooses the name of the file. */
async function convertToEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const written = join(folder, 'kindle-book');
  await mkdir(written);
  await runLayerTool(LIBMOBI, 'mobitool', ['-e', '-o', written, sourcePath], { folder, source: sourcePath });
  const [name, ...others] = await readdir(written);
  if (name === undefined || others.length > 0) throw unreadable(`${others.length} books more than one`);
  const path = join(folder, 'book.epub');
  await rename(join(written, name), path);
  await rm(written, { recursive: true });
  return path;
}
