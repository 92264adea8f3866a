import { unreadableAs } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

/** What a DjVu file may cost, beyond what a PDF file may. */
export const LIMITS = {
  /** The text of all pages with the boxes of its words, in MB. */
  text: 64,
  /** All pages as a PDF file, in MB. */
  pdf: 500,
} as const;

const DAMAGED = 'The DjVu file is damaged or incomplete.';

export const unreadable = unreadableAs(DAMAGED);

const TOO_MUCH = 'The pages need more memory or time than one conversion may use. Choose fewer, or lower quality.';

/** The largest page takes half of this memory. */
const DJVULIBRE: Omit<LayerTools, 'fileSize'> = {
  layer: 'djvulibre',
  time: 'djvulibre',
  memory: 1500,
  endings: [{ says: /memory|cannot allocate|no space for/i, code: 'TOO_COMPLEX', message: TOO_MUCH }],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
};

/**
 * Runs a program of DjVuLibre.
 * @param fileSize the largest file that it may write, in MB
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runDjvulibre(
  program: 'ddjvu' | 'djvutxt',
  args: readonly string[],
  { fileSize, ...run }: { readonly folder: string; readonly source: string; readonly fileSize: number },
): Promise<void> {
  await runLayerTool({ ...DJVULIBRE, fileSize }, program, args, run);
}
