import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAMAGED, passwordProtected, UNSUPPORTED_ENCRYPTION } from '../poppler/unreadable.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

/** A job for qpdf, passed as a file, so that no password is on a command line. */
export type QpdfJob = Readonly<Record<string, unknown>> & ({ readonly inputFile: string } | { readonly empty: '' });

/** The value of a switch. */
export const ON = '';

/** The settings of a job that changes nothing but what it says. */
export const AS_IT_IS = { streamData: 'preserve', preserveUnreferenced: ON, deterministicId: ON } as const;

/** The settings of a small file without encryption, of which the same source gives the same bytes. */
export const COMPACT = { objectStreams: 'generate', decrypt: ON, deterministicId: ON } as const;

/** The exit code of qpdf when it has written a file in spite of faults in its source. */
const WARNED = 3;

const TOO_MUCH =
  'The file needs more memory or time than one conversion may use. Choose quality "high", which leaves pictures as they are, or fewer pages.';

const QPDF: LayerTools = {
  layer: 'qpdf',
  memory: 1024,
  fileSize: 512,
  done: [0, WARNED],
  endings: [
    // qpdf goes on without what takes too much memory.
    { says: /bad_alloc|out of memory/i, evenWhenDone: true, code: 'TOO_COMPLEX', message: TOO_MUCH },
    {
      says: /: invalid password$/m,
      code: 'PASSWORD_PROTECTED',
      message: passwordProtected('The password that was given does not open it.'),
    },
    {
      says: /unsupported encryption|encryption filter|security handler/i,
      code: 'PASSWORD_PROTECTED',
      message: UNSUPPORTED_ENCRYPTION,
    },
  ],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
};

/**
 * Runs a job of qpdf.
 * @param onLine called with each line that it prints
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
    const run = {
      folder: own,
      ...('inputFile' in job && { source: job.inputFile as string }),
      ...(onLine && { onLine }),
    };
    const { exitCode } = await runLayerTool(QPDF, 'qpdf', [`--job-json-file=${path}`], run);
    return { faulty: exitCode === WARNED };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
