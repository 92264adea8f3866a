import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversionError } from '../../functions/conversion/errors.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { convertWith } from '../support/engine.ts';

/** How an archive is converted, where that is not as usual. */
export interface Wish {
  readonly quality?: Quality;
  readonly options?: Options;
}

/** Converts an archive with the real engine, and returns the bytes of the result. */
export async function convertArchive(
  place: string,
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
  { quality = 'medium', options = {} }: Wish = {},
): Promise<Buffer> {
  const folder = mkdtempSync(join(place, 'job-'));
  const sourcePath = join(folder, 'source');
  writeFileSync(sourcePath, source);
  const { path } = await convertWith(bsdtar, { sourcePath, sourceFormat, targetFormat, quality, options, folder });
  return readFileSync(path);
}

/** The code of a conversion that fails, or `none`. */
export async function codeOf(conversion: Promise<unknown>): Promise<string> {
  return conversion.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof ConversionError) return error.code;
      throw error;
    },
  );
}
