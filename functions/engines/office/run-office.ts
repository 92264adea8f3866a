import { ToolEnded } from '../../sandbox/running-tool.ts';
import type { EngineResult } from '../engine.ts';
import { tooComplex } from '../refusals.ts';
import { checkApple, type Wanted } from './apple/check-apple.ts';
import { convertDocument, type OfficeJob } from './convert-document.ts';
import { isEncrypted, passwordProtected } from './encryption.ts';
import { OfficeProcess } from './process/office-process.ts';
import { OfficeRefusal } from './process/office-session.ts';
import { unreadable } from './unreadable.ts';

let office: OfficeProcess | undefined;

/** Starts LibreOffice, if none is running that can take a document. */
export function startOffice(): OfficeProcess {
  if (!office?.usable) office = new OfficeProcess();
  return office;
}

/** Waits until LibreOffice has closed the document of the last job. */
export async function settleOffice(): Promise<void> {
  await office?.settled();
}

/**
 * Converts a document that LibreOffice reads to one that it writes.
 * @throws ConversionError
 */
export async function runOffice(job: OfficeJob, wanted?: Wanted): Promise<EngineResult> {
  checkApple(job, wanted);
  // The first time that LibreOffice crashes, or cannot save, need not be due to the document; the second is.
  return run(job, wanted).catch((error: unknown) => {
    refuse(error);
    return run({ ...job, again: true }, wanted).catch((again: unknown) => {
      refuse(again);
      throw isEncrypted(job.sourcePath) ? passwordProtected(again, job) : unreadable(again);
    });
  });
}

/**
 * LibreOffice catches and reports SIGXCPU and SIGXFSZ before it dies, and C++ reports too little memory. Where it survives
 * that, it reports that it cannot write, into a folder of its own.
 */
const EXCESS = /Fatal exception: Signal 2[45]\b|bad_alloc|Error Area:Io Class:Write\b/;

/** @throws what a second attempt would not mend, such as too little memory */
function refuse(error: unknown): void {
  if (!(error instanceof OfficeRefusal || error instanceof ToolEnded)) throw error;
  const message =
    'The document needs more memory, space or time than one conversion may use. Simplify or divide it first.';
  if (EXCESS.test(error.message)) throw tooComplex(message, error);
}

async function run(job: OfficeJob, wanted?: Wanted) {
  await settleOffice();
  return startOffice().run((session, home) => convertDocument({ ...job, ...wanted }, session, home));
}
