import { Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import { FileConversionError } from '../client/index.ts';
import type { FileConverter, SourceFile } from './converter.ts';
import { isJoinedAsIs } from './joined-as-is.ts';
import { readSource } from './read-source.ts';

/**
 * Files that are to be joined, as one: a zip in which they lie as they are, in their order. What is neither a PDF file nor
 * a picture that is joined as it is becomes a PDF file first, in a conversion of its own.
 * @throws Error that names the file
 */
export async function joinParts(
  paths: readonly string[],
  converter: FileConverter,
  signal: AbortSignal,
): Promise<SourceFile> {
  const zip = new ZipFile();
  for (const [index, path] of paths.entries()) {
    const source = await readSource(path, undefined);
    const content = isJoinedAsIs(source.name) ? source.content : await pdfOf(source, converter, signal);
    // What begins with a dot is taken for something that a system left in the zip.
    const inside = `${index + 1}/${source.name.replace(/^\.+/, '') || 'file'}`;
    zip.addReadStream(Readable.fromWeb(content.stream() as ReadableStream), inside, { compress: false });
  }
  zip.end();
  return { name: 'joined.zip', content: await blob(zip.outputStream as Readable) };
}

async function pdfOf(source: SourceFile, converter: FileConverter, signal: AbortSignal): Promise<Blob> {
  try {
    return await converter.convert(source, { to: 'pdf' }, { signal }, ({ content }) => blob(Readable.from(content)));
  } catch (error) {
    if (!(error instanceof FileConversionError)) throw error;
    throw new FileConversionError(`"${source.name}" cannot be joined: ${error.message}`, error);
  }
}
