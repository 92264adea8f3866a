import { statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './exit-codes.ts';

/** Standard input, or standard output. */
export const STANDARD = '-';

/** One file to convert. */
export interface Task {
  /** A path, or `STANDARD`. */
  readonly source: string;
  /** The paths of files that are joined; `source` names them all in reports. */
  readonly parts?: readonly string[];
  readonly to: string;
  /** The path of the result, or `STANDARD`; `placeFor` changes it where the result is a zip. */
  readonly output: string;
}

/** The tasks of a command line. @throws UsageError */
export function planTasks(line: CommandLine): Task[] {
  if (isMerge(line)) return [planMerge(line)];
  if (line.operands.length === 0) throw new UsageError('name a file to convert');
  return line.to === undefined ? [planPair(line)] : planMany(line, line.to);
}

/** Whether files are joined; `fc merge b.pdf` converts a file named merge. */
export function isMerge({ operands: [word, ...files], to, out }: CommandLine): boolean {
  return word === 'merge' && to === undefined && (files.length !== 1 || out !== undefined);
}

/** `fc merge a.pdf b.jpg --out c.pdf` */
function planMerge({ operands: [, ...parts], out: output }: CommandLine): Task {
  if (output === undefined || parts.length === 0)
    throw new UsageError('say what to join, and where the PDF goes: fc merge a.pdf b.jpg --out c.pdf');
  return { source: parts.join(' + '), parts, to: 'pdf', output };
}

/** `fc a.docx b.pdf`: the extension of the second name is the target. */
function planPair({ operands, out }: CommandLine): Task {
  const [source, output, ...more] = operands;
  if (source === undefined || output === undefined || more.length > 0 || out !== undefined)
    throw new UsageError('say what to convert to: fc a.docx b.pdf, or fc a.docx --to pdf');
  const to = formatOfName(output);
  if (to === '') throw new UsageError(`"${output}" does not say which format it is: give --to`);
  return { source, to, output };
}

function planMany({ operands, out }: CommandLine, to: string): Task[] {
  const tasks = operands.map((source) => ({ source, to, output: placeOf(source, to, out, operands.length > 1) }));
  const twice = tasks.find(({ output }, at) => tasks.findIndex((task) => task.output === output) < at);
  if (twice && twice.output !== STANDARD) throw new UsageError(`two results would both be ${twice.output}`);
  if (twice) throw new UsageError('standard output holds one result only');
  return tasks;
}

/** The path of the result of a source. */
export function placeOf(source: string, to: string, out: string | undefined, many: boolean): string {
  if (out === STANDARD || (out === undefined && source === STANDARD)) return STANDARD;
  const name = `${source === STANDARD ? 'stdin' : stemOf(basename(source))}.${to.replace(/^\./, '').toLowerCase()}`;
  if (out === undefined) return join(dirname(source), name);
  return many || out.endsWith('/') || isFolder(out) ? join(out, name) : out;
}

/** The path of a result whose format may differ from the target: several pages become a zip of pictures. */
export function placeFor(output: string, to: string, format: string): string {
  if (output === STANDARD || format === to.replace(/^\./, '').toLowerCase() || format !== 'zip') return output;
  return `${join(dirname(output), stemOf(basename(output)))}.zip`;
}

/** Whether there is a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The extension of a filename, without its dot. */
function formatOfName(name: string): string {
  return /\.(tar\.(?:gz|bz2|xz|zst))$/i.exec(name)?.[1] ?? extname(name).slice(1);
}

/** A name without its extension. */
function stemOf(name: string): string {
  const extension = formatOfName(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}
