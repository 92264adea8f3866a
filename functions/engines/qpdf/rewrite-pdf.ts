import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidOption } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import type { PageSize } from '../poppler/pdf-job.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { readCatalog } from './catalog.ts';
import { changePages, changesPages } from './change-pages.ts';
import { checkRepaired, withRebuilt } from './check-repaired.ts';
import { decryptPdf, writeDecrypted } from './decrypt-pdf.ts';
import { fileTraits, usedOnly } from './file-traits.ts';
import { subsetFonts } from './fonts/subset-fonts.ts';
import { type JoinedJob, joinPdf } from './join/join-pdf.ts';
import type { QpdfOptions } from './options.ts';
import { planRewrite, quarterTurns } from './plan-rewrite.ts';
import { pruneOutlines } from './prune-outlines.ts';
import { ON, runQpdf } from './run-qpdf.ts';
import { type ShrunkSource, shrinkSource } from './shrink-source.ts';

/** How far page sizes may differ, in points: pdfinfo prints six digits. */
const ROUNDING = 0.01;

/**
 * Rewrites a PDF file, or joins the files of a zip.
 * @throws ConversionError
 */
export async function rewritePdf(job: EngineJob): Promise<EngineResult> {
  const joined = job.sourceFormat === 'zip' ? await joinPdf(job) : undefined;
  if (joined && 'path' in joined) return joined;
  const source = joined ?? (await decryptPdf(job));
  const pages = await inspectPdf(source, LIMITS.filePages);
  const path = joined
    ? await rewrite(source, pages, joined)
    : await withRebuilt(source, (file) => rewrite(file, pages));
  return { path, format: 'pdf' };
}

/** @returns the path of the result */
async function rewrite(source: EngineJob, pages: readonly PageSize[], joined?: JoinedJob): Promise<string> {
  const asked: QpdfOptions = source.options;
  const chosen = chosenPages(asked, pages.length);
  const wanted = chosen ? chosen.map((number) => pages[number - 1] as PageSize) : pages;
  const isAsIs = Object.keys(asked).length === 0;
  // The outlines of a joined file refer to its objects by number.
  const shrunk = await shrinkSource(source, pages.length, isAsIs && !joined);
  const pruned = chosen ? await prunedFor(shrunk, chosen) : {};
  const changed = changesPages(asked)
    ? await changePages(joined ? await outlined(joined) : shrunk.file, pages.length, { chosen, ...pruned })
    : undefined;
  const file = changed?.file ?? shrunk.file;
  const options: QpdfOptions = file.options;
  const plan = planRewrite(options, shrunk.imageQuality, changed ? undefined : chosen);
  const rewritten = join(source.folder, 'result.pdf');
  const update = changed
    ? { updateFromJson: changed.changes, coalesceContents: ON }
    : joined
      ? { updateFromJson: joined.outlines }
      : pruned;
  const { faulty } = await runQpdf(
    { inputFile: file.sourcePath, outputFile: rewritten, ...plan, ...update },
    source.folder,
  );
  if (faulty) await checkRepaired(file, changed?.sizes.length ?? pages.length);
  const path =
    !faulty && shrunk.mayCutFonts ? await subsetFonts({ ...file, sourcePath: rewritten }, pages.length) : rewritten;
  await checkResult(source, path, changed?.sizes ?? (quarterTurns(options) % 2 === 1 ? wanted.map(turned) : wanted));
  if (!faulty && !shrunk.isRepaired && isAsIs) await keepSmaller(source.sourcePath, path);
  return path;
}

/** The settings that leave out what only pages have that are not chosen. */
async function prunedFor({ file, traits }: ShrunkSource, chosen: readonly number[]) {
  const used = usedOnly(traits ?? (await fileTraits(file)));
  return { ...used, ...(await pruneOutlines(await readCatalog(file), chosen, file)) };
}

/** Adds the outlines to a joined file, before the objects of its pages are changed. */
async function outlined(joined: JoinedJob): Promise<EngineJob> {
  const sourcePath = join(joined.folder, 'outlined.pdf');
  const update = { inputFile: joined.sourcePath, outputFile: sourcePath, updateFromJson: joined.outlines };
  await runQpdf(update, joined.folder);
  return { ...joined, sourcePath };
}

/** The numbers of the pages of the result; undefined for all. */
function chosenPages({ pages, delete_pages: deleted }: QpdfOptions, count: number): number[] | undefined {
  if (pages !== undefined) return choosePages(pages, count);
  if (deleted === undefined) return undefined;
  const gone = new Set(choosePages(deleted, count, { option: 'delete_pages' }));
  if (gone.size === count) throw invalidOption('The option "delete_pages" names all pages: none would be left.');
  return Array.from({ length: count }, (_, index) => index + 1).filter((page) => !gone.has(page));
}

/** Keeps a source that did not become smaller, unless it is encrypted. */
async function keepSmaller(source: string, path: string): Promise<void> {
  const [before, after] = await Promise.all([stat(source), stat(path)]);
  if (before.size > after.size || (await readFile(source)).includes('/Encrypt')) return;
  await copyFile(source, path);
}

function turned({ width, height }: PageSize): PageSize {
  return { width: height, height: width };
}

/** Checks that the result opens, with its password, and that its pages have the right sizes. */
async function checkResult({ folder, options }: EngineJob, path: string, wanted: readonly PageSize[]): Promise<void> {
  const password = options.encrypt_password;
  const sourcePath = typeof password === 'string' ? join(folder, 'opened.pdf') : path;
  if (typeof password === 'string') await writeDecrypted(path, sourcePath, password, folder);
  const found = await inspectPdf({ sourcePath, folder }, LIMITS.filePages);
  const isWanted = (page: PageSize, index: number) => {
    const { width = 0, height = 0 } = wanted[index] ?? {};
    return Math.abs(page.width - width) < ROUNDING && Math.abs(page.height - height) < ROUNDING;
  };
  if (found.length === wanted.length && found.every(isWanted)) return;
  // Poppler and qpdf read the file differently: the file is at fault.
  throw unreadable(`${found.length} pages became of ${wanted.length}, or other ones`);
}
