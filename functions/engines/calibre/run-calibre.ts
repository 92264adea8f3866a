import { join } from 'node:path';
import { ConversionError, type ErrorCode } from '../../conversion/errors.ts';
import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { wasStopped } from '../took-too-much.ts';
import { LIMITS } from './limits.ts';

/** The folder below layers/ with calibre. */
const LAYER = 'calibre';

/** Python without anything of its environment or user, without its site module, and in UTF-8. */
const ISOLATED = ['-I', '-S', '-B', '-X', 'utf8'];

/** What the program in the layer says with how it ends. */
const ENDINGS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  3: [
    'UNREADABLE_FILE',
    'The book is protected by digital rights management (DRM): only the shop’s own readers open it.',
  ],
  4: ['UNREADABLE_FILE', 'The book is damaged, incomplete or not what its name says, and cannot be read.'],
  5: ['TOO_COMPLEX', 'The book takes more memory or time than is given to one. Simplify or divide it first.'],
  6: ['UNSUPPORTED_CONVERSION', 'The book has letters that a book of this format cannot hold. Choose another format.'],
  7: ['UNREADABLE_FILE', 'There is neither text nor a picture in the book.'],
};
const TOO_MUCH = 5;

/**
 * Has calibre convert a book.
 * @param args of the program in the layer: source, target, options
 * @param folder where it works, and keeps what is temporary
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function runCalibre(args: readonly string[], folder: string): Promise<void> {
  const layer = layerFolder(LAYER);
  const program = [...ISOLATED, join(layer, 'program/convert-book.py'), ...args];
  const result = await runTool(layerProgram(LAYER, 'bin/python3.13'), program, {
    folder,
    memory: LIMITS.memory,
    cpuTime: LIMITS.seconds,
    fileSize: LIMITS.fileSize,
    environment: {
      CALIBRE_CONFIG_DIRECTORY: join(folder, 'settings'),
      // What a book of unknown language is said to be in.
      CALIBRE_OVERRIDE_LANG: 'und',
      QT_PLUGIN_PATH: join(layer, 'qt'),
      QT_NO_GLIB: '1',
      FONTCONFIG_FILE: join(layer, 'fonts.conf'),
    },
  });
  const ending = endingOf(result);
  if (ending) throw new ConversionError(...ending, { cause: result });
  if (result.exitCode !== 0) throw new Error(`calibre ended with ${result.exitCode}: ${result.stderr}`);
}

function endingOf(result: RunResult): readonly [ErrorCode, string] | undefined {
  return ENDINGS[wasStopped(result) ? TOO_MUCH : (result.exitCode ?? 0)];
}
