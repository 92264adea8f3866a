import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { nameDecoder } from './decode-names.ts';
import type { Entry } from './entry.ts';
import { unreadable } from './refusals.ts';
import { runSevenZip } from './tools.ts';

/** The name of a file that has none. */
const UNNAMED = 'content';

/**
 * Unpacks a single compressed file.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function unpackFile(job: EngineJob): Promise<Entry[]> {
  const folder = join(job.folder, 'unpacked');
  await mkdir(folder);
  // No questions, and no folders of the stored name.
  const result = await runSevenZip(
    ['e', '-y', '-bd', `-t${KINDS[job.sourceFormat] ?? ''}`, `-o${folder}`, '--', job.sourcePath],
    job,
  );
  const [found, ...others] = await readdir(folder, { encoding: 'buffer' });
  if (result.exitCode !== 0 || found === undefined || others.length > 0) throw unreadable(result);
  const path = join(folder, 'content');
  await rename(Buffer.concat([Buffer.from(`${folder}/`), found]), path);
  const { size, mtime } = await stat(path);
  const name = job.sourceFormat === 'gz' ? nameOf(found, job.sourcePath) : UNNAMED;
  const content = { path, position: 0, length: size };
  const time = Math.floor(mtime.getTime() / 1000);
  return [{ kind: 'file', name, content, mode: 0o644, uid: 0, gid: 0, owner: '', group: '', time, records: new Map() }];
}

/** The stored name of a gzip file, without Windows folders. Without one, 7-Zip uses that of the source. */
function nameOf(found: Buffer, sourcePath: string): string {
  const name = nameDecoder([found], false)(found).replace(/^.*\\/s, '');
  const source = parse(sourcePath);
  return ['', source.name, `${source.base}~`].includes(name) ? UNNAMED : name;
}

const KINDS: Readonly<Record<string, string>> = { gz: 'gzip', bz2: 'bzip2', xz: 'xz', zst: 'zstd' };
