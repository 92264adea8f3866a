import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { unsupported } from '../refusals.ts';
import { ARCHIVE_TARGETS, FILE_TARGETS, type Target } from './archive-formats.ts';
import type { Entry } from './entry.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { levelOf } from './options.ts';
import { tarStream } from './tar-stream.ts';
import { runBsdtar } from './tools.ts';

/** Formats with hard links; in all others each is a copy. */
const HARD_LINKED: readonly FormatName[] = ['tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'];

const ARGUMENTS: Readonly<Record<Target, readonly string[]>> = { ...ARCHIVE_TARGETS, ...FILE_TARGETS };

/**
 * Writes an archive of entries.
 * @throws ConversionError
 */
export async function writeArchive(entries: readonly Entry[], job: EngineJob): Promise<EngineResult> {
  const { targetFormat, folder, quality, options, onProgress } = job;
  if (!hasFormat(ARGUMENTS, targetFormat)) throw new Error(`no writer for ${targetFormat}`);
  const path = join(folder, `result.${targetFormat}`);
  const level = levelOf(targetFormat, quality, options.compression_level);
  const args = ARGUMENTS[targetFormat].map((argument) => argument.replaceAll('@level', `${level}`));
  const hardLinks = HARD_LINKED.includes(targetFormat);
  const all = sizeOf(entries, hardLinks);
  if (all > LIMITS.unpacked * 1_000_000) throw tooLarge('its files, each under all of its names');
  const input = tarStream(entries, hardLinks, progressOf(all, onProgress));
  const result = await runBsdtar(['-cf', path, ...args, '@-'], { folder, input });
  // Any output on standard error is a loss that the exit code does not show.
  if (result.exitCode === 0 && result.stderr.trim() === '') return { path, format: targetFormat };
  if (/memory/i.test(result.stderr)) throw tooLarge(result.stderr);
  throw unsupported(
    `The archive holds something that ${targetFormat} cannot: a name that is too long, or a file that is too large.`,
    result,
  );
}

/**
 * How many bytes of content are written.
 * @param hardLinks whether the target has hard links, so that they count once
 */
function sizeOf(entries: readonly Entry[], hardLinks: boolean): number {
  const contents = entries.flatMap((entry) => (entry.kind === 'file' ? [entry.content] : []));
  return [...(hardLinks ? new Set(contents) : contents)].reduce((sum, { length }) => sum + length, 0);
}

/** Reports each percent once. */
function progressOf(all: number, onProgress: EngineJob['onProgress']): (count: number) => void {
  let [done, reported] = [0, 0];
  return (count) => {
    done += count;
    const percent = Math.floor((done / all) * 100);
    if (percent > reported) onProgress?.(percent);
    reported = percent;
  };
}
