import { spawn } from 'node:child_process';

/** How a build command is run. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with each line the command prints, to show progress. */
  readonly onLine?: (line: string) => void;
}

const KEPT_ERRORS = 4000;

/**
 * Runs a command of the build and returns what it printed.
 * @throws Error with the end of its error output
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { cwd, env = process.env, onLine } = options;
  const PATH = `${env.PATH ?? ''}:/usr/sbin:/sbin`; // icupkg lies there
  const child = spawn(command, args, { cwd, env: { ...env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.push(chunk);
    if (onLine) for (const line of chunk.split('\n')) onLine(line);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-KEPT_ERRORS);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} failed (${code}): ${errors.trim()}`);
  return output.join('');
}

/** Runs tasks, so many at a time, and waits for all. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: width }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  });
  await Promise.all(workers);
}
