import { Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import { FileConversionError, zipToMerge } from '../client/index.ts';
import type { FileConverter, SourceFile } from './converter.ts';
import { isJoinedAsIs } from './joined-as-is.ts';
import { readSource } from './read-source.ts';

/**
 * Makes one source of files that are to be joined: a zip, as the client makes it. Files that cannot be joined as they are
 * are converted to PDF first.
 * @throws Error that names the file
 */
export async function joinParts(
  paths: readonly string[],
  converter: FileConverter,
  signal: AbortSignal,
): Promise<SourceFile> {
  const files: File[] = [];
  for (const path of paths) {
    const source = await readSource(path, undefined);
    const content = isJoinedAsIs(source.name) ? source.content : await pdfOf(source, converter, signal);
    files.push(new File([content], source.name));
  }
  return { name: 'joined.zip', content: await zipToMerge(files) };
}

async function pdfOf(source: SourceFile, converter: FileConverter, signal: AbortSignal): Promise<Blob> {
  try {
    return await converter.convert(source, { to: 'pdf' }, { signal }, ({ content }) => blob(Readable.from(content)));
  } catch (error) {
    if (!(error instanceof FileConversionError)) throw error;
    throw new FileConversionError(`"${source.name}" cannot be joined: ${error.message}`, error);
  }
}
