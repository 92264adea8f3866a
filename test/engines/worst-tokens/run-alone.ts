import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** How something went in another process. */
export interface Run {
  /** What came of it, or the code of the error that it ended with. */
  readonly value: unknown;
  /** Processor time of a quiet machine: by the clock it would be the longer the busier the machine. */
  readonly seconds: number;
  /** The most memory that the process held meanwhile. */
  readonly megabytes: number;
}

/** After this many milliseconds a process is ended. */
const PATIENCE = 50_000;
/** A process that holds more megabytes than that after its work is replaced, so that the next is not blamed for them. */
const MOST_LEFT = 130;

const folder = temporaryFolder();
let running: ChildProcess | undefined;

function stop(): void {
  running?.kill('SIGKILL');
  running = undefined;
}
afterAll(stop);

/**
 * Evaluates an expression in another process, where it can neither hang the tests nor hide what memory it takes.
 * @param file a module in functions/engines; its exports are in `m`
 * @param expression may wait; it has the functions in evaluate.ts
 */
export async function runAlone(file: string, expression: string): Promise<Run> {
  const execArgv = ['--expose-gc', '--no-warnings'];
  running ??= fork(join(import.meta.dirname, 'evaluate.ts'), [folder], { execArgv });
  const url = pathToFileURL(join(import.meta.dirname, '../../../functions/engines', file)).href;
  running.send({ url, expression });
  try {
    const [{ left, ...run }] = await once(running, 'message', { signal: AbortSignal.timeout(PATIENCE) });
    if (left > MOST_LEFT) stop();
    return run;
  } catch (error) {
    stop();
    throw error;
  }
}

/** What a megabyte of the worst may take: seconds and memory. */
export const QUICK = { seconds: 2, megabytes: 400 } as const;

/** Expects that an expression comes to a value, or to an error of that code, at once and in little memory. */
export async function expectQuick(
  file: string,
  expression: string,
  expected: unknown,
  room: { readonly seconds?: number; readonly megabytes?: number } = {},
): Promise<void> {
  const { value, seconds, megabytes } = await runAlone(file, expression);
  expect(value).toEqual(expected);
  expect(seconds).toBeLessThan(room.seconds ?? QUICK.seconds);
  expect(megabytes).toBeLessThan(room.megabytes ?? QUICK.megabytes);
}
