import { parseArgs } from 'node:util';
import { UsageError } from './exit-codes.ts';

/** The flags, for `parseArgs`. `value` is the name of a flag's value in the help. */
export const FLAGS = {
  to: { type: 'string', short: 't', value: 'FORMAT', help: 'the format to convert to' },
  out: {
    type: 'string',
    short: 'o',
    value: 'PATH',
    help: 'where results go: a folder, a file, or - for standard output',
  },
  from: { type: 'string', short: 'f', value: 'FORMAT', help: 'what standard input is, where its content cannot tell' },
  quality: { type: 'string', short: 'q', value: 'WORD', help: 'low, medium or high' },
  set: {
    type: 'string',
    short: 's',
    multiple: true,
    value: 'KEY=VALUE',
    help: 'an option of the target; repeat for more',
  },
  jobs: { type: 'string', short: 'j', value: 'N', help: 'files at once (4; with --local as many as processors)' },
  watch: { type: 'boolean', short: 'w', help: 'convert what appears in the folders that are named, until Ctrl-C' },
  force: { type: 'boolean', help: 'overwrite files that are there' },
  local: { type: 'boolean', short: 'l', help: 'no service: the engines of this machine' },
  url: { type: 'string', value: 'URL', help: 'the service (FILE_CONVERSION_URL)' },
  'key-file': { type: 'string', value: 'PATH', help: 'the file with your key (or FC_API_KEY)' },
  json: { type: 'boolean', help: 'one line of JSON for each file on standard output' },
  quiet: { type: 'boolean', help: 'say nothing but what fails' },
  names: { type: 'boolean', help: 'with formats: the names alone; with list: the identifiers' },
  help: { type: 'boolean', short: 'h', help: 'this' },
  version: { type: 'boolean', help: 'the version' },
} as const;

/** A parsed command line. */
export interface CommandLine {
  readonly operands: readonly string[];
  readonly to?: string;
  readonly out?: string;
  readonly from?: string;
  readonly quality?: string;
  readonly set: readonly string[];
  readonly jobs?: number;
  readonly watch: boolean;
  readonly force: boolean;
  readonly local: boolean;
  readonly url?: string;
  readonly keyFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly names: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** Parses a command line. @throws UsageError */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const { 'key-file': keyFile, jobs, set = [], ...rest } = values;
  return {
    watch: false,
    force: false,
    local: false,
    json: false,
    quiet: false,
    names: false,
    help: false,
    version: false,
    ...rest,
    operands: positionals,
    set,
    ...(keyFile !== undefined && { keyFile }),
    ...(jobs !== undefined && { jobs: readJobs(jobs) }),
  };
}

function parse(args: readonly string[]) {
  const files = args.indexOf('--'); // only names of files follow
  if (args.slice(0, files < 0 ? args.length : files).some((arg) => /^--key(=|$)/.test(arg)))
    throw new UsageError('a key on the command line can be seen by others: use FC_API_KEY or --key-file');
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

function readJobs(text: string): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 64) return jobs;
  throw new UsageError(`--jobs takes a number from 1 to 64, not "${text}"`);
}
