import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { unreadableAs } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

/** The message to the client about a file that is damaged, or from an unsupported camera. */
const DAMAGED =
  'The raw picture is damaged, incomplete or from a camera that is not supported. Save it as an uncompressed DNG, or as a TIFF.';

/** The error for such a file; the reason goes to the log only. */
export const unreadable = unreadableAs(DAMAGED);

const TOO_MUCH = 'The raw picture needs more memory or time than one conversion may use. Save it as a smaller TIFF.';

/** Measured: a picture of 100 megapixels takes 1.2 GB; LibRaw refuses more than 2 GB. */
const LIBRAW: LayerTools = {
  layer: 'libraw',
  memory: 2500,
  fileSize: 1024,
  endings: [
    {
      says: /too big|out of memory|bad_alloc|not enough memory/i,
      code: 'TOO_COMPLEX',
      message: TOO_MUCH,
      evenWhenDone: true,
    },
    // LibRaw goes on where data is damaged, and prints that.
    {
      says: /data corrupted|unexpected end of file|cannot unpack|cannot open/i,
      code: 'UNREADABLE_FILE',
      message: DAMAGED,
      evenWhenDone: true,
    },
  ],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
  environment: () => ({ OMP_NUM_THREADS: '1' }),
};

/**
 * Develops a raw picture: upright, in sRGB, with the white balance of the camera.
 * @param highDepth whether it gets 16 bits a channel
 * @returns the path of a TIFF
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function develop({ sourcePath, folder, quality }: EngineJob, highDepth: boolean): Promise<string> {
  const target = join(folder, 'developed.tiff');
  const interpolation = quality === 'low' ? ['-q', '0'] : [];
  const developing = ['-w', '-o', '1', ...interpolation, ...(highDepth ? ['-6'] : []), '-T', '-Z', target, sourcePath];
  await runLayerTool(LIBRAW, 'dcraw_emu', developing, { folder, source: sourcePath, target });
  return target;
}
