import { invalidOption } from '../../conversion/options.ts';
import type { EngineJob } from '../engine.ts';
import { repairPdf } from './check-repaired.ts';
import { type FileTraits, fileTraits } from './file-traits.ts';
import type { QpdfOptions } from './options.ts';
import { imageQualityOf } from './plan-rewrite.ts';
import { scalePictures } from './scale-pictures.ts';
import { shrinkObjects } from './shrink-objects.ts';

/** A source whose parts have been made smaller, and what else of it may be. */
export interface ShrunkSource {
  readonly file: EngineJob;
  /** What is known of a file that has not been changed. */
  readonly traits?: FileTraits;
  /** The quality that pictures are recompressed at; undefined where they stay as they are. */
  readonly imageQuality?: number;
  /** Whether letters may be cut from its fonts that it does not show. */
  readonly mayCutFonts?: boolean;
  /** Whether it had faults, which are repaired. */
  readonly isRepaired?: boolean;
}

/**
 * Makes a source smaller where it does no harm.
 * @param count of its pages
 * @param isPlain whether nothing else is asked for, and the numbers of its objects do not matter: only then it is repaired,
 * private data is dropped, pictures are scaled down, and fonts may be cut
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, TOO_COMPLEX
 */
export async function shrinkSource(source: EngineJob, count: number, isPlain: boolean): Promise<ShrunkSource> {
  const options: QpdfOptions = source.options;
  const imageQuality = imageQualityOf(options, source.quality);
  if (imageQuality === undefined) return { file: source };
  const found = await fileTraits(source);
  if (found.colourKeys && options.image_quality !== undefined)
    throw invalidOption(
      'The option "image_quality" cannot be used: the file has pictures in which a colour is transparent, which would be spoilt.',
    );
  if (!isPlain) return { file: source, traits: found, ...(!found.colourKeys && { imageQuality }) };
  const sound = found.faulty ? await repairPdf(source, count) : source;
  const { colourKeys, mattes, shrinkable } = found.faulty ? await fileTraits(sound) : found;
  const file = await shrinkObjects(sound, shrinkable);
  const known = { mayCutFonts: true, isRepaired: found.faulty };
  if (colourKeys) return { file, ...known };
  return { file: mattes ? file : await scalePictures(file), imageQuality, ...known };
}
