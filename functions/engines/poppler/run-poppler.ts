import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import type { PdfFile } from './pdf-job.ts';
import { DAMAGED, passwordProtected, UNSUPPORTED_ENCRYPTION } from './unreadable.ts';

/** The programs of the layer that are used. */
export type PopplerProgram = 'pdfimages' | 'pdfinfo' | 'pdftoppm' | 'pdftocairo' | 'pdftotext' | 'pdftohtml' | 'tiffcp';

/** Two programs may run at a time. Poppler may open a file with an unsupported encryption without an error, and find nothing readable in it. */
const POPPLER: LayerTools = {
  layer: 'poppler',
  time: 'poppler',
  memory: 1024,
  fileSize: 1024,
  endings: [
    {
      says: /Incorrect password/,
      evenWhenDone: true,
      code: 'PASSWORD_PROTECTED',
      message: passwordProtected('Give it as the option "password", or remove it and try again.'),
    },
    {
      says: /Unsupported (version\/revision|security handler)|Couldn't find the '[^'\n]{0,200}' security handler/,
      evenWhenDone: true,
      code: 'PASSWORD_PROTECTED',
      message: UNSUPPORTED_ENCRYPTION,
    },
  ],
  tooComplex: 'The file needs more memory or time than one conversion may use. Simplify it first.',
  unreadable: DAMAGED,
  environment: () => ({ FONTCONFIG_FILE: join(layerFolder('poppler'), 'fonts.conf') }),
};

/**
 * Runs a program of poppler.
 * @param outputLimit how many bytes of standard output are kept. @default the usual
 * @returns its standard output and its warnings
 * @throws ConversionError PASSWORD_PROTECTED, TOO_COMPLEX, UNREADABLE_FILE
 */
export async function runPoppler(
  program: PopplerProgram,
  args: readonly string[],
  { folder, sourcePath }: PdfFile,
  outputLimit?: number,
): Promise<Pick<RunResult, 'stdout' | 'stderr'>> {
  return runLayerTool(POPPLER, program, args, {
    folder,
    source: sourcePath,
    // Poppler finds its character maps by a relative path.
    workingFolder: layerFolder('poppler'),
    ...(outputLimit !== undefined && { outputLimit }),
  });
}
