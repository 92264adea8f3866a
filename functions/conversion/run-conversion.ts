import { stat } from 'node:fs/promises';
import type { ConversionCommand } from './command.ts';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';

/** A finished result, still in the folder of its job. */
export interface ConvertedFile {
  readonly path: string;
  readonly format: FormatName;
  /** Bytes. */
  readonly size: number;
  /** Seconds in the engine. */
  readonly time: number;
}

/**
 * Runs the engine of a command on a source file.
 * @param folder a private folder, the only place the engine writes to
 * @throws ConversionError; whatever else an engine throws is ENGINE_FAILED, and so is an empty result
 */
export async function runConversion(
  command: ConversionCommand,
  sourcePath: string,
  folder: string,
): Promise<ConvertedFile> {
  const { sourceFormat, targetFormat, quality, engine } = command;
  const started = performance.now();
  try {
    const { path, format } = await engine.convert({ sourcePath, sourceFormat, targetFormat, quality, folder });
    const time = Math.round(performance.now() - started) / 1000;
    const { size } = await stat(path);
    if (size === 0) throw new Error(`${engine.name} made an empty file`);
    return { path, format, size, time };
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw new ConversionError(
      'ENGINE_FAILED',
      `The conversion from ${sourceFormat} to ${targetFormat} failed. The fault is ours; trying again may help.`,
      { cause: error },
    );
  }
}
