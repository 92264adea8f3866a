import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Entry } from './entry.ts';
import { gzipName } from './gzip-name.ts';
import { unreadable } from './refusals.ts';
import { runSevenZip } from './tools.ts';

/** What a file is called whose name is not told. */
const UNNAMED = 'content';

/**
 * Unpacks a single compressed file.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function unpackFile(job: EngineJob): Promise<Entry[]> {
  const folder = join(job.folder, 'unpacked');
  await mkdir(folder);
  // No questions; and of the name that the file may bring along, nothing.
  const result = await runSevenZip(
    ['e', '-y', '-bd', `-t${KINDS[job.sourceFormat] ?? ''}`, `-o${folder}`, '--', job.sourcePath],
    job,
  );
  const [found, ...others] = await readdir(folder);
  if (result.exitCode !== 0 || found === undefined || others.length > 0) throw unreadable(result);
  const path = join(folder, 'content');
  if (found !== 'content') await rename(join(folder, found), path);
  const { size, mtime } = await stat(path);
  const name = (job.sourceFormat === 'gz' && (await gzipName(job.sourcePath))) || UNNAMED;
  const content = { path, position: 0, length: size };
  const time = Math.floor(mtime.getTime() / 1000);
  return [{ kind: 'file', name, content, mode: 0o644, uid: 0, gid: 0, owner: '', group: '', time, records: new Map() }];
}

const KINDS: Readonly<Record<string, string>> = { gz: 'gzip', bz2: 'bzip2', xz: 'xz', zst: 'zstd' };
