import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { FileConversion, type Quality } from '../client/index.ts';
import { type AccountContext, deleteConversions, listConversions, printUsage } from './account.ts';
import { readApiKey } from './api-key.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { completionScript } from './completion.ts';
import { type ConvertFilesOptions, convertFile, convertFiles } from './convert-files.ts';
import type { FileConverter } from './converter.ts';
import { EXIT, type ExitCode, exitCodeOf, UsageError } from './exit-codes.ts';
import { helpText } from './help.ts';
import { describeFormat, listFormats } from './list-formats.ts';
import { findFormat, readOptions } from './options.ts';
import { isMerge, placeOf, planTasks, STANDARD, type Task } from './plan.ts';
import { Report, type Terminal } from './report.ts';
import { serviceConverter } from './service-converter.ts';
import { VERSION } from './version.ts';
import { watchFolders } from './watch.ts';

const DEFAULT_SERVICE = 'http://localhost:3000';
const REMOTE_JOBS = 4;

/** Opens the engines of this machine. @param jobs how many files are converted at once */
export type OpenLocalEngines = (jobs: number) => Promise<FileConverter>;

/** The environment of the command line. */
export interface Context {
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** @default `--local` is refused */
  readonly openLocalEngines?: OpenLocalEngines;
}

/** Runs a command line. */
export async function main(args: readonly string[], context: Context): Promise<ExitCode> {
  const report = new Report(context.terminal, { json: false, quiet: false });
  try {
    return await run(readCommandLine(args), context);
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    report.failure('', (error as Error).message);
    if (error instanceof UsageError) context.terminal.stderr.write('fc --help says how it is used.\n');
    return exitCodeOf(error);
  }
}

async function run(line: CommandLine, context: Context): Promise<ExitCode> {
  const { stdout } = context.terminal;
  const print = (text: string) => {
    stdout.write(text);
    return EXIT.ok;
  };
  if (line.help) return print(helpText());
  if (line.version) return print(`${VERSION}\n`);
  const [word, ...rest] = line.operands;
  if (word === undefined) {
    context.terminal.stderr.write(helpText());
    return EXIT.usage;
  }
  if (word === 'completion' && !line.to) return print(completionScript(rest[0]));
  const account = accountCommand(line);
  if (account) return account(await accountContext(line, context));
  const converter = await openConverter(line, context);
  try {
    if (word === 'mcp' && !line.to) return await serveAssistant(rest, line, converter, context.signal);
    if (word === 'formats' && !line.to) return print(await formatsText(rest[0], line, converter));
    return await convertAll(line, converter, context);
  } finally {
    await converter.close();
  }
}

/** The account command of a command line, if it is one; a file may have the same name. */
function accountCommand(line: CommandLine): ((account: AccountContext) => Promise<ExitCode>) | undefined {
  const [word, ...rest] = line.operands;
  if (line.to !== undefined) return undefined;
  if (word === 'delete') return (account) => deleteConversions(rest, account);
  if (rest.length > 0) return undefined;
  if (word === 'usage') return printUsage;
  return word === 'list' ? listConversions : undefined;
}

async function accountContext(line: CommandLine, { terminal, signal }: Context) {
  if (line.local) throw new UsageError('only a service has accounts: leave --local out');
  const report = new Report(terminal, line);
  return { service: await openService(line), line, stdout: terminal.stdout, report, signal };
}

async function openService({ url, keyFile }: CommandLine): Promise<FileConversion> {
  return new FileConversion(addressOf({ url }), { key: await readApiKey(keyFile) });
}

async function openConverter(line: CommandLine, { openLocalEngines }: Context) {
  const { local, jobs } = line;
  if (local && !openLocalEngines)
    throw new UsageError('--local needs the engines: run fc from a checkout of the service, as its README says');
  if (local && openLocalEngines) return openLocalEngines(jobs ?? availableParallelism());
  return serviceConverter(await openService(line));
}

function addressOf({ url = process.env.FILE_CONVERSION_URL ?? DEFAULT_SERVICE }: { url?: string | undefined }): string {
  if (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`"${url}" is no address of a service: it begins with https:// or http://`);
}

/** Loads the MCP server when it is needed, since that takes longer than a small conversion. */
async function serveAssistant(folders: string[], line: CommandLine, converter: FileConverter, signal: AbortSignal) {
  if (folders.length === 0) throw new UsageError('fc mcp takes the folders in which files may be read and written');
  const { serveMcp } = await import('./mcp/serve.ts');
  const { Roots } = await import('./mcp/roots.ts');
  const place = line.local ? 'This machine' : `The service at ${addressOf(line)}`;
  await serveMcp({ converter, roots: await Roots.open(folders), place }, signal);
  return EXIT.ok;
}

async function formatsText(word: string | undefined, { names, json }: CommandLine, converter: FileConverter) {
  const formats = await converter.formats();
  if (json) return `${JSON.stringify(word === undefined ? formats : findFormat(word, formats))}\n`;
  if (names) return `${formats.map(({ format }) => format).join('\n')}\n`;
  return word === undefined ? listFormats(formats) : describeFormat(word, formats);
}

async function convertAll(line: CommandLine, converter: FileConverter, { terminal, signal }: Context) {
  const tasks = line.watch ? [] : planTasks(line);
  refuseTerminal(tasks, line, terminal);
  const target = line.to ?? tasks[0]?.to ?? '';
  if (line.watch && target === '') throw new UsageError('--watch wants --to');
  const given = line.set.length > 0 ? readOptions(line.set, target, await converter.formats(signal)) : {};
  const options = isMerge(line) ? { ...given, merge: true } : given;
  const report = new Report(terminal, line, line.watch ? undefined : tasks.length);
  const settings: ConvertFilesOptions = {
    converter,
    settings: { quality: readQuality(line.quality), options },
    report,
    signal,
    jobs: line.jobs ?? (line.local ? availableParallelism() : REMOTE_JOBS),
    force: line.force,
    from: line.from,
  };
  try {
    return line.watch ? await convertWatched(line, target, settings) : await convertFiles(tasks, settings);
  } finally {
    report.end();
  }
}

/** Converts the files that appear in folders, until Ctrl-C. */
async function convertWatched(line: CommandLine, to: string, settings: ConvertFilesOptions): Promise<ExitCode> {
  const { report, signal, jobs } = settings;
  const waiting: string[] = [];
  const made = new Set<string>();
  let running = 0;
  const next = () => {
    for (; running < jobs && waiting.length > 0; running += 1) {
      const source = waiting.shift() ?? '';
      const output = placeOf(source, to, line.out, true);
      made.add(resolve(output));
      convertFile({ source, to, output }, settings).finally(() => {
        running -= 1;
        next();
      });
    }
  };
  report.note(`Watching ${line.operands.join(', ')}. Ctrl-C ends it.`);
  const onFile = (path: string) => {
    if (made.has(path)) return; // a result is no source
    waiting.push(path);
    next();
  };
  await watchFolders(line.operands, { signal, onFile });
  return EXIT.ok;
}

/** Refuses to write binary data to a terminal. */
function refuseTerminal(tasks: readonly Task[], { json }: CommandLine, { stdout }: Terminal): void {
  if (!tasks.some(({ output }) => output === STANDARD)) return;
  if (json) throw new UsageError('--json and a result on standard output do not go together');
  if ((stdout as { isTTY?: boolean }).isTTY && !/^(txt|md|html|csv|json|xml|yaml)$/.test(tasks[0]?.to ?? ''))
    throw new UsageError('standard output is a terminal: send it on with > or |, or give --out');
}

function readQuality(word: string | undefined): Quality | undefined {
  if (word === undefined || word === 'low' || word === 'medium' || word === 'high') return word;
  throw new UsageError(`--quality is low, medium or high, not "${word}"`);
}
