import { lstatSync, mkdirSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import { nameDecoder } from './decode-names.ts';
import type { Content, Entry } from './entry.ts';
import { checkListed, listWithSevenZip } from './list-with-seven-zip.ts';
import { passwordLine } from './password-line.ts';
import { locked, lockedForGood, unreadable } from './refusals.ts';
import { runSevenZip } from './run-seven-zip.ts';
import { FILE_MODE, FOLDER_MODE, modeIn } from './seven-zip-mode.ts';

/** What 7-Zip says before it unpacks. */
interface Listing {
  /** Permissions by path, where it knows them. */
  readonly modes: ReadonlyMap<string, number>;
  readonly encrypted: boolean;
}

/**
 * Unpacks an archive into a folder with 7-Zip, and lists what is there then.
 * @throws ConversionError
 */
export async function unpackWithSevenZip(job: EngineJob): Promise<Entry[]> {
  const { modes, encrypted } = await list(job);
  const folder = join(job.folder, 'unpacked-files');
  mkdirSync(folder);
  const input = passwordLine(job.options);
  const result = await runSevenZip(['x', '-y', '-bd', `-o${folder}`, '--', job.sourcePath], { ...job, input });
  if (result.exitCode !== 0) throw failure(result, encrypted, job);
  return entriesIn(folder, modes);
}

/** Says what would be unpacked before it is. */
async function list(job: EngineJob): Promise<Listing> {
  const modes = new Map<string, number>();
  let encrypted = false;
  const run = { ...job, input: passwordLine(job.options) };
  const listed = await listWithSevenZip(['--', job.sourcePath], run, (properties) => {
    const attributes = properties.get('Attributes');
    if (attributes !== undefined) modes.set(properties.get('Path') ?? '', modeIn(attributes));
    encrypted ||= properties.get('Encrypted') === '+';
  });
  if (listed.result.exitCode !== 0) throw failure(listed.result, encrypted, job);
  checkListed(listed);
  return { modes, encrypted };
}

function failure(
  result: Pick<RunResult, 'stdout' | 'stderr'>,
  encrypted: boolean,
  { sourceFormat, options }: EngineJob,
): ConversionError {
  const asked = encrypted || /Enter password|Wrong password/.test(`${result.stdout}\n${result.stderr}`);
  if (!asked) return unreadable(result);
  return sourceFormat === 'rar' ? lockedForGood() : locked(options.password !== undefined);
}

/** Names on disk are bytes: not all archives say in which encoding theirs are. */
function entriesIn(folder: string, modes: Listing['modes']): Entry[] {
  const names = [...namesIn(Buffer.from(`${folder}/`))];
  const decodeName = nameDecoder(names, false);
  const contents = new Map<number, Content>();
  return names.map((name) => {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    return entryOf(decodeName(name), path, modes, contents);
  });
}

function* namesIn(folder: Buffer): Generator<Buffer> {
  const waiting = [Buffer.alloc(0)];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const child of readdirSync(Buffer.concat([folder, parent]), { withFileTypes: true, encoding: 'buffer' })) {
      const name = Buffer.concat([parent, child.name]);
      if (child.isDirectory()) waiting.push(Buffer.concat([name, Buffer.from('/')]));
      yield name;
    }
  }
}

function entryOf(name: string, path: Buffer, modes: Listing['modes'], contents: Map<number, Content>): Entry {
  const status = lstatSync(path);
  const mode = (modes.get(name) ?? (status.isDirectory() ? FOLDER_MODE : FILE_MODE)) & 0o777;
  const time = Math.floor(status.mtimeMs / 1000);
  const described = { name, mode, uid: 0, gid: 0, owner: '', group: '', time, records: fractionOf(status) };
  if (status.isDirectory()) return { ...described, kind: 'folder' };
  if (status.isSymbolicLink()) return { ...described, kind: 'link', target: readlinkSync(path) };
  if (!status.isFile()) throw unreadable('a file that is none');
  // Further names of a file are the same file.
  const content = contents.get(status.ino) ?? { path, position: 0, length: status.size };
  contents.set(status.ino, content);
  return { ...described, kind: 'file', content };
}

/** Times of less than a second. */
function fractionOf({ mtimeMs }: Stats): ReadonlyMap<string, Buffer> {
  return new Map(mtimeMs % 1000 === 0 ? [] : [['mtime', Buffer.from((mtimeMs / 1000).toFixed(6))]]);
}
