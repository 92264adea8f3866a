import { lstatSync, mkdirSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Content, Entry } from './entry.ts';
import { LIMITS, tooLarge, tooMany } from './limits.ts';
import { passwordLine } from './password-line.ts';
import { locked, unreadable } from './refusals.ts';
import { runSevenZip } from './run-seven-zip.ts';

/** What 7-Zip says of a path: its permissions, where it knows them. */
type Modes = ReadonlyMap<string, number>;

/**
 * Unpacks an archive into a folder with 7-Zip, and lists what is there then.
 * @throws ConversionError
 */
export async function unpackWithSevenZip(job: EngineJob): Promise<Entry[]> {
  const modes = await list(job);
  const folder = join(job.folder, 'unpacked-files');
  mkdirSync(folder);
  const input = passwordLine(job.options);
  const result = await runSevenZip(['x', '-y', '-bd', `-o${folder}`, '--', job.sourcePath], { ...job, input });
  if (result.exitCode !== 0) throw failure(result, job);
  return [...entriesIn(folder, modes)];
}

/** Says what would be unpacked before it is. */
async function list(job: EngineJob): Promise<Modes> {
  const modes = new Map<string, number>();
  let [path, count, size] = ['', 0, 0];
  let said = '';
  const onLine = (line: string) => {
    const [, key, value = ''] = /^(Path|Size|Attributes) = (.*)$/.exec(line) ?? [];
    if (key === 'Path') [path, count] = [value, count + 1];
    else if (key === 'Size') size += Number(value) || 0;
    else if (key === 'Attributes') modes.set(path, modeIn(value) ?? (value.startsWith('D') ? 0o755 : 0o644));
    else if (said.length < 4000) said += `${line}\n`;
    if (count > LIMITS.entries + 1) modes.clear();
  };
  const input = passwordLine(job.options);
  const result = await runSevenZip(['l', '-slt', '--', job.sourcePath], { ...job, input, onLine });
  if (result.exitCode !== 0) throw failure({ ...result, stdout: said }, job);
  // The archive itself is the first path.
  if (count > LIMITS.entries + 1) throw tooMany();
  if (size > LIMITS.unpacked * 1_000_000) throw tooLarge('its files together');
  return modes;
}

function failure(result: { readonly stdout: string; readonly stderr: string }, { options }: EngineJob) {
  const said = `${result.stdout}\n${result.stderr}`;
  return /Enter password|Wrong password/.test(said) ? locked(options.password !== undefined) : unreadable(result);
}

/** The permissions in letters, as in `A -rwxr-xr-x`. */
function modeIn(attributes: string): number | undefined {
  const letters = /[-dl]((?:[r-][w-][-xsStT]){3})$/.exec(attributes)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((mode, letter) => mode * 2 + ('-ST'.includes(letter) ? 0 : 1), 0);
}

function* entriesIn(folder: string, modes: Modes): Generator<Entry> {
  const contents = new Map<string, Content>();
  const waiting = [''];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const child of readdirSync(join(folder, parent)).sort()) {
      const name = parent === '' ? child : `${parent}/${child}`;
      const entry = entryOf(name, join(folder, name), modes, contents);
      if (entry.kind === 'folder') waiting.push(name);
      yield entry;
    }
  }
}

function entryOf(name: string, path: string, modes: Modes, contents: Map<string, Content>): Entry {
  const status = lstatSync(path);
  const mode = modes.get(name) ?? (status.isDirectory() ? 0o755 : 0o644);
  const time = Math.floor(status.mtimeMs / 1000);
  const described = {
    name,
    mode: mode & 0o777,
    uid: 0,
    gid: 0,
    owner: '',
    group: '',
    time,
    records: fractionOf(status),
  };
  if (status.isDirectory()) return { ...described, kind: 'folder' };
  if (status.isSymbolicLink()) return { ...described, kind: 'link', target: readlinkSync(path) };
  if (!status.isFile()) throw unreadable('a file that is none');
  // Further names of a file are the same file.
  const content = contents.get(`${status.ino}`) ?? { path, position: 0, length: status.size };
  contents.set(`${status.ino}`, content);
  return { ...described, kind: 'file', content };
}

/** Times of less than a second. */
function fractionOf({ mtimeMs }: Stats): ReadonlyMap<string, Buffer> {
  return new Map(mtimeMs % 1000 === 0 ? [] : [['mtime', Buffer.from((mtimeMs / 1000).toFixed(6))]]);
}
