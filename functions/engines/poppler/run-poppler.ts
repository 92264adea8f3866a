import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { secondsForSize } from '../seconds-for-size.ts';
import { tookTooMuch } from '../took-too-much.ts';
import { tooComplex } from './limits.ts';
import { locked } from './locked.ts';
import type { PdfFile } from './pdf-job.ts';
import { unreadable } from './unreadable.ts';

/** The programs of the layer that are used. */
export type PopplerProgram = 'pdfinfo' | 'pdftoppm' | 'pdftocairo' | 'pdftotext' | 'pdftohtml';

/**
 * Processor time that one program may take, in seconds: of any file, for each million bytes of it, and at most, so that it
 * ends before its job does. It draws 60 million pixels in one go, at most 20 seconds of honest pages; files of some
 * kilobytes that draw themselves again and again need not be waited for as long as large ones.
 */
const CPU_TIME = { seconds: 60, secondsForMillion: 40, most: 280 } as const;

/** Private memory of one program, in MB; two may run at a time. */
const MEMORY = 1024;
/** The largest file a program may write, in MB. */
const FILE_SIZE = 512;

/**
 * Runs a program of poppler.
 * @param outputLimit how many bytes of standard output are kept, when those are not the usual
 * @returns what it wrote to standard output, and its complaints
 * @throws ConversionError PASSWORD_PROTECTED, TOO_COMPLEX, UNREADABLE_FILE
 */
export async function runPoppler(
  program: PopplerProgram,
  args: readonly string[],
  { folder, sourcePath }: PdfFile,
  outputLimit?: number,
): Promise<Pick<RunResult, 'stdout' | 'stderr'>> {
  const layer = layerFolder('poppler');
  const result = await runTool(layerProgram('poppler', `bin/${program}`), args, {
    folder,
    // The layer's library finds its character maps by a relative path.
    workingFolder: layer,
    memory: MEMORY,
    fileSize: FILE_SIZE,
    cpuTime: secondsForSize((await stat(sourcePath)).size, CPU_TIME),
    environment: { FONTCONFIG_FILE: join(layer, 'fonts.conf') },
    ...(outputLimit === undefined ? {} : { outputLimit }),
  });
  refuseLocked(result.stderr);
  if (result.exitCode !== 0) throw failure(program, result);
  return result;
}

/** Why it failed. A program that crashes does so on the same file again, so that it is the file that is refused. */
function failure(program: PopplerProgram, result: RunResult): ConversionError {
  const { exitCode, signal, stderr } = result;
  if (tookTooMuch(result)) {
    return tooComplex('The file takes more memory or time than is given to one. Simplify it first.', stderr);
  }
  return unreadable({ program, exitCode, signal, stderr });
}

/** A file that is locked in a way that poppler does not know may open all the same, with nothing readable in it. */
function refuseLocked(stderr: string): void {
  if (/Incorrect password/.test(stderr))
    throw locked('Remove the password first, or give it where the conversion has the option "password".', stderr);
  if (!/Unsupported (version\/revision|security handler)|Couldn't find the '[^'\n]*' security handler/.test(stderr))
    return;
  throw locked('It is locked in a way that cannot be opened here.', stderr);
}
