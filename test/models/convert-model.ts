import type { FormatName } from '../../functions/conversion/formats.ts';
import { assimp } from '../../functions/engines/assimp.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** The result of a conversion. */
export interface ConvertedModel {
  readonly format: FormatName;
  /** The model itself, wherever it is. */
  readonly model: Buffer;
  /** Files by their names, where it is a zip. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Converts a model with the real engine, in the jail. */
export async function convertModel(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
): Promise<ConvertedModel> {
  const { format, file: bytes } = await convertBytes(assimp, source, [sourceFormat, targetFormat]);
  const files = format === 'zip' ? unzip(bytes) : new Map<string, Buffer>();
  return { format, model: files.get(`model.${targetFormat}`) ?? bytes, files };
}
