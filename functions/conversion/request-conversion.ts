import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, newConversionId, resultKey } from './conversion.ts';
import { describeFormat } from './formats.ts';
import { type ConvertedFile, runConversion } from './run-conversion.ts';
import { withScratchFolder } from './scratch.ts';
import type { ConversionStore, FileStore } from './stores.ts';

/** Where a conversion is kept. */
export interface ConversionStores {
  readonly conversions: ConversionStore;
  readonly files: FileStore;
}

/**
 * Converts an uploaded file while its sender waits.
 * @returns the record, ready: its link lives from now on
 * @throws ConversionError when the file or the engine fails; nothing is stored then
 */
export async function requestConversion(
  command: ConversionCommand,
  content: Uint8Array,
  stores: ConversionStores,
): Promise<Conversion> {
  return withScratchFolder(async (folder) => {
    const sourcePath = join(folder, 'source');
    await writeFile(sourcePath, content);
    const createdAt = Date.now();
    const result = await runConversion(command, sourcePath, folder);
    return publish(command, result, createdAt, stores);
  });
}

/** Stores a result, then its record: a record that says ready always has its file. */
async function publish(
  command: ConversionCommand,
  result: ConvertedFile,
  createdAt: number,
  { conversions, files }: ConversionStores,
): Promise<Conversion> {
  const id = newConversionId();
  await files.put(resultKey(id), result.path, describeFormat(result.format).mediaType);
  const expiresAt = Date.now() + LINK_LIFETIME;
  const conversion: Conversion = {
    id,
    state: 'ready',
    originalFilename: command.filename,
    originalFormat: command.sourceFormat,
    targetFormat: command.targetFormat,
    resultFormat: result.format,
    quality: command.quality,
    engine: command.engine.name,
    createdAt,
    expiresAt,
    deadline: expiresAt,
    fileSize: result.size,
    conversionTime: result.time,
  };
  try {
    await conversions.create(conversion);
  } catch (error) {
    await files.delete(resultKey(id));
    throw error;
  }
  return conversion;
}
