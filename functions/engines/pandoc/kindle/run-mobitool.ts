import { type LayerTools, runLayerTool } from '../../tool.ts';

export const DAMAGED = 'The book is damaged or incomplete, and cannot be read.';

/** The largest books take two seconds. The largest file that it may write holds a whole book. */
const LIBMOBI: LayerTools = {
  layer: 'libmobi',
  memory: 768,
  fileSize: 512,
  complainsOnOutput: true,
  endings: [
    {
      says: /failed \(Document is encrypted\)/,
      code: 'UNREADABLE_FILE',
      message: 'The book is protected by digital rights management (DRM), and cannot be converted. Get it without DRM.',
    },
  ],
  tooComplex: 'The book needs more memory or time than one conversion may use.',
  unreadable: DAMAGED,
};

/**
 * Converts a book to EPUB with mobitool, which chooses the name of the file.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function writeEpub(source: string, target: string, folder: string): Promise<void> {
  await runLayerTool(LIBMOBI, 'mobitool', ['-e', '-o', target, source], { folder, source });
}
