import { stat } from 'node:fs/promises';
import type { Conversion } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import type { Engine, EngineJob } from './engine.ts';

/** A finished result, still in the folder of its job. */
export interface ConvertedFile extends Required<Pick<Conversion, 'resultFormat' | 'fileSize' | 'conversionTime'>> {
  readonly path: string;
}

/** A conversion, and where on this machine it is done. */
export type LocalJob = Pick<Conversion, 'originalFormat' | 'targetFormat' | 'quality'> &
  Pick<EngineJob, 'sourcePath' | 'folder' | 'onProgress' | 'signal'>;

/**
 * Runs an engine on a source file.
 * @throws ConversionError; whatever else an engine throws is ENGINE_FAILED, and so is an empty result
 */
export async function runConversion(conversion: LocalJob, engine: Engine): Promise<ConvertedFile> {
  const { originalFormat, targetFormat, quality, sourcePath, folder, onProgress, signal } = conversion;
  const started = performance.now();
  try {
    const job = { sourcePath, sourceFormat: originalFormat, targetFormat, quality, folder, onProgress, signal };
    const { path, format } = await engine.convert(job);
    const conversionTime = Math.round(performance.now() - started) / 1000;
    const { size } = await stat(path);
    if (size === 0) throw new Error(`${engine.name} made an empty file`);
    return { path, resultFormat: format, fileSize: size, conversionTime };
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw new ConversionError(
      'ENGINE_FAILED',
      `The conversion from ${originalFormat} to ${targetFormat} failed. The fault is ours; trying again may help.`,
      { cause: error },
    );
  }
}
