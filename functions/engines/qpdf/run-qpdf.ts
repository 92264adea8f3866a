import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { tooComplex } from '../poppler/limits.ts';
import { locked } from '../poppler/locked.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { tookTooMuch } from '../took-too-much.ts';

/** A job as qpdf takes it from a file, which no option and no password has to pass a command line for. */
export type QpdfJob = Readonly<Record<string, unknown>> & { readonly inputFile: string };

/** How a switch without a value is written. */
export const ON = '';

/** The most processor time, in seconds: it ends before its job does. */
const CPU_TIME = 240;
/** Private memory, in MB. */
const MEMORY = 1024;
/** The largest file it may write, in MB. */
const FILE_SIZE = 512;

/** What qpdf ends with when it has written a file, and something was wrong with what it has read. */
const WARNED = 3;

/**
 * Has qpdf do a job.
 * @param onLine takes each line that it prints
 * @returns whether it found faults, which need not matter
 * @throws ConversionError PASSWORD_PROTECTED, TOO_COMPLEX, UNREADABLE_FILE
 */
export async function runQpdf(
  job: QpdfJob,
  folder: string,
  onLine?: (line: string) => void,
): Promise<{ readonly faulty: boolean }> {
  const own = await mkdtemp(join(folder, 'qpdf-'));
  try {
    const path = join(own, 'job.json');
    await writeFile(path, JSON.stringify(job), { mode: 0o600 });
    const result = await runTool(layerProgram('qpdf', 'bin/qpdf'), [`--job-json-file=${path}`], {
      folder: own,
      memory: MEMORY,
      fileSize: FILE_SIZE,
      cpuTime: CPU_TIME,
      ...(onLine ? { onLine } : {}),
    });
    refuseFailed(result);
    return { faulty: result.exitCode === WARNED };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function refuseFailed(result: RunResult): void {
  const { exitCode, signal, stderr } = result;
  // It makes do without what takes too much memory.
  if (tookTooMuch(result))
    throw tooComplex(
      'The file takes more memory or time than is given to one. Choose quality "high", which leaves pictures as they are, or fewer pages.',
      stderr,
    );
  if (exitCode === 0 || exitCode === WARNED) return;
  if (/: invalid password$/m.test(stderr)) throw locked('The password that was given does not open it.', stderr);
  if (/unsupported encryption|encryption filter|security handler/i.test(stderr))
    throw locked('It is locked in a way that cannot be opened here.', stderr);
  throw unreadable({ exitCode, signal, stderr });
}
