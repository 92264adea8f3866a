import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { COMPOUND_SIGNATURE } from '../../detection/document-compound.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { isTruncated } from '../read/is-truncated.ts';
import { readHead } from '../read-head.ts';
import type { Wanted } from './apple/check-apple.ts';
import { readNumbers } from './apple/read-numbers.ts';
import { checkSheets } from './check-sheets.ts';
import { isEncrypted, passwordProtected } from './encryption.ts';
import { exportFilterOf, type Family, SOURCES } from './families.ts';
import { layOut } from './layout/edit-layout.ts';
import { layoutOptions } from './layout/layout-options.ts';
import { checkParts } from './limits.ts';
import type { Fit } from './pdf/writing/fit-pages.ts';
import { OfficeRefusal, type OfficeSession, type OpenDocument } from './process/office-session.ts';
import { inLanguage, reopen } from './reopen.ts';
import { checkShapes } from './results/check-shapes.ts';
import { showSheets } from './results/show-sheets.ts';
import { writeResult } from './results/write-result.ts';
import { type PlacedSource, placeSource } from './sources/place-source.ts';
import { reductionFor } from './text-only/reduce-text.ts';
import { unreadable } from './unreadable.ts';

/** Drawings whose import filters skip what they cannot read, of damaged files all. */
const IMPORTED: readonly FormatName[] = ['cdr', 'vsd', 'pub', 'sda'];

/** A job for LibreOffice. */
export interface OfficeJob extends EngineJob {
  /** Changes the document that is open, which is of the target's format where it need not be converted. */
  readonly fit?: Fit;
  /** Whether LibreOffice has crashed. It draws some workbooks only as it writes them itself. */
  readonly again?: boolean;
}

/**
 * Converts a document, whatever its formats. LibreOffice sees a folder in its home with the source and its results, and
 * nothing else of the job.
 * @throws ConversionError
 */
export async function convertDocument(
  job: OfficeJob & Wanted,
  office: OfficeSession,
  home: string,
): Promise<EngineResult> {
  const family = familyOf(job.sourceFormat);
  const filter = family && exportFilterOf(family, job.targetFormat);
  if (!filter) throw new Error(`no way from ${job.sourceFormat} to ${job.targetFormat}`);
  if (isTruncated(job.sourcePath, job.sourceFormat)) throw unreadable('the file lacks its end');
  const folder = join(home, 'job');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    const source = await placeSource(job, folder);
    const opening = open(office, source, family, job);
    opening.catch(() => undefined); // It is thrown below, unless the check throws first.
    checkSheets(job.sourcePath, job.sourceFormat, job.targetFormat);
    const opened = await opening;
    const document = { office, family, parts: opened, folder };
    if (job.again && family === 'sheet') await reopen(document);
    if (job.sourceFormat === 'numbers') await reopen(document, (xml) => readNumbers(xml, job.sourcePath));
    const options = job.targetFormat === 'pdf' ? layoutOptions(job.options) : undefined;
    if (job.fit) {
      await job.fit(document);
      if (job.sourceFormat === job.targetFormat) return { path: job.sourcePath, format: job.targetFormat };
    }
    const parts = options ? await layOut(document, options) : opened;
    if (options) checkParts(family, parts);
    if (filter.each === 'table') await showSheets(document, job);
    const reduction = reductionFor(job.sourceFormat, job.targetFormat);
    if (reduction) await reopen(document, reduction);
    if (IMPORTED.includes(job.sourceFormat)) await checkShapes({ ...job, ...document, workplace: folder });
    return await writeResult({ ...job, office, filter, family, parts, workplace: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function familyOf(format: FormatName): Family | undefined {
  return hasFormat(SOURCES, format) ? SOURCES[format] : undefined;
}

/** Opens the source and returns how many pages, sheets or slides it has. */
async function open(
  office: OfficeSession,
  { path, options }: PlacedSource,
  family: Family,
  job: EngineJob,
): Promise<number> {
  const { password } = job.options;
  // Formats that can be encrypted need no load options, and LibreOffice asks for a password only without "Batch".
  const opening =
    password === undefined ? office.open(path, options) : office.open(path, inLanguage(), String(password));
  const opened = await opening.catch((error: unknown) => {
    if (!(error instanceof OfficeRefusal)) throw error;
    throw isEncrypted(path) ? passwordProtected(error, job) : unreadable(error);
  });
  // LibreOffice opens an unknown format as a text, whatever the name.
  if (opened.family !== (family === 'picture' ? 'drawing' : family)) throw unreadable(`opened as ${opened.family}`);
  if (await isTakenForTable(office, path, opened)) throw unreadable('opened as delimited text');
  checkParts(family, opened.parts);
  return opened.parts;
}

/**
 * Whether LibreOffice took a damaged workbook for delimited text, cells of which are its bytes: it names the only sheet of
 * a text after the file. A workbook with a sheet of that name has the name behind its length.
 */
async function isTakenForTable(office: OfficeSession, path: string, { family, parts }: OpenDocument): Promise<boolean> {
  if (family !== 'sheet' || parts !== 1) return false;
  if (!(await readHead(path, COMPOUND_SIGNATURE.length)).equals(COMPOUND_SIGNATURE)) return false;
  const name = basename(path, extname(path));
  if ((await office.nameOfPart(0)) !== name) return false;
  const file = readFileSync(path);
  const length = String.fromCharCode(name.length);
  const stored = [length + name, `${length}\0${name}`, `${length}\x01${[...name].join('\0')}`];
  return !stored.some((bytes) => file.includes(bytes, 0, 'latin1'));
}
