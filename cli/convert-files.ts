import { existsSync } from 'node:fs';
import { FileConversionError } from '../client/index.ts';
import type { FileConverter, Settings } from './converter.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { joinParts } from './join-parts.ts';
import { writeOutput } from './output-file.ts';
import { placeFor, STANDARD, type Task } from './plan.ts';
import { readSource } from './read-source.ts';
import type { Report } from './report.ts';

/** The settings of all conversions of a command. */
export interface ConvertFilesOptions {
  readonly converter: FileConverter;
  readonly settings: Omit<Settings, 'to'>;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** How many files are converted at once. */
  readonly jobs: number;
  readonly force: boolean;
  readonly from: string | undefined;
}

/** Failures that all other files would have too. */
const FATAL = [EXIT.unreachable, EXIT.refused, EXIT.limited] as const;

/** Converts files, a few at once. It goes on after the failure of a file, and stops after a fatal one. */
export async function convertFiles(tasks: Iterable<Task>, options: ConvertFilesOptions): Promise<ExitCode> {
  const codes = new Set<ExitCode>();
  const rest = tasks[Symbol.iterator]();
  const work = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      if (options.signal.aborted || FATAL.some((code) => codes.has(code))) return;
      codes.add(await convertFile(next.value, options));
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  if (options.signal.aborted) return EXIT.interrupted;
  return Math.max(EXIT.ok, ...codes) as ExitCode;
}

/** Converts a file, and reports the outcome. */
export async function convertFile(task: Task, options: ConvertFilesOptions): Promise<ExitCode> {
  const { report, signal } = options;
  const { source } = task;
  const begun = performance.now();
  try {
    const result = await convert(task, options);
    const seconds = Math.round(performance.now() - begun) / 1000;
    report.outcome({ source, status: 'ok', ...result, seconds });
    return EXIT.ok;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    const code =
      error instanceof FileConversionError ? error.code : ((error as NodeJS.ErrnoException).code ?? 'FAILED');
    report.outcome({ source, status: 'failed', code, error: sentenceOf(error, task) });
    return exitCodeOf(error);
  }
}

async function convert({ source, parts, to, output }: Task, options: ConvertFilesOptions) {
  const { converter, settings, report, signal, force, from } = options;
  refuseOverwriting(output, force);
  const file = await (parts ? joinParts(parts, converter, signal) : readSource(source, from));
  const onProgress = (stage: string, percent: number) => report.progress(source, stage, percent);
  return converter.convert(file, { ...settings, to }, { signal, onProgress }, async ({ format, size, content }) => {
    const target = placeFor(output, to, format);
    if (target !== output) refuseOverwriting(target, force);
    await save(content, target, force);
    return { target, format, size };
  });
}

async function save(content: AsyncIterable<Uint8Array>, target: string, force: boolean): Promise<void> {
  if (target !== STANDARD) return writeOutput(target, content, { force });
  for await (const chunk of content)
    if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/** Refuses to overwrite a file, before anything is sent. */
function refuseOverwriting(path: string, force: boolean): void {
  if (force || path === STANDARD || !existsSync(path)) return;
  throw Object.assign(new Error(), { code: 'EEXIST', path });
}

function sentenceOf(error: unknown, { output }: Task): string {
  const { code, message, path = output, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (code === 'EEXIST') return `${dest} is there already; --force overwrites it`;
  if (code === 'ENOSPC' || code === 'EFBIG' || code === 'EDQUOT') return `there is no space left for ${output}`;
  if (code === 'EACCES' || code === 'EROFS') return `${output} cannot be written`;
  return message;
}
