import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

/** Python without anything of its environment or user, without its site module, and in UTF-8. */
export const ISOLATED_PYTHON = ['-I', '-S', '-B', '-X', 'utf8'];

const TOO_MUCH = 'The book needs more memory or time than one conversion may use. Simplify or divide it first.';

/** How calibre is run, and what the exit codes of the program in the layer mean. */
const CALIBRE: LayerTools = {
  layer: 'calibre',
  time: 'calibre',
  memory: 1024,
  // This also bounds each file that it decompresses.
  fileSize: 256,
  endings: [
    {
      exitCodes: [3],
      code: 'UNREADABLE_FILE',
      message: 'The book is protected by digital rights management (DRM): only the shop’s own readers open it.',
    },
    {
      exitCodes: [4],
      code: 'UNREADABLE_FILE',
      message: 'The book is damaged, incomplete or not what its name says, and cannot be read.',
    },
    { exitCodes: [5], code: 'TOO_COMPLEX', message: TOO_MUCH },
    {
      exitCodes: [6],
      code: 'UNSUPPORTED_CONVERSION',
      message: 'The book has characters that the target format cannot hold. Choose another format.',
    },
    { exitCodes: [7], code: 'UNREADABLE_FILE', message: 'There is neither text nor a picture in the book.' },
  ],
  tooComplex: TOO_MUCH,
  environment: (folder) => ({
    CALIBRE_CONFIG_DIRECTORY: join(folder, 'settings'),
    // The language of a book that names none.
    CALIBRE_OVERRIDE_LANG: 'und',
    QT_PLUGIN_PATH: join(layerFolder('calibre'), 'qt'),
    QT_NO_GLIB: '1',
    FONTCONFIG_FILE: join(layerFolder('calibre'), 'fonts.conf'),
  }),
};

/**
 * Converts a book with calibre.
 * @param source the book
 * @param args of the program in the layer, after the source: target, options
 * @param folder for its temporary files
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function runCalibre(source: string, args: readonly string[], folder: string): Promise<void> {
  const program = [...ISOLATED_PYTHON, join(layerFolder('calibre'), 'program/convert-book.py'), source, ...args];
  await runLayerTool(CALIBRE, 'python3.13', program, { folder, source });
}
