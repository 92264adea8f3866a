import { open } from 'node:fs/promises';
import { type Conversion, LARGEST_UPLOAD } from './conversion.ts';
import { DETECTION_BYTES, detectFormat } from './detect.ts';
import { ConversionError } from './errors.ts';

/**
 * Looks once more at a source that was fetched for its job: who may upload a file under a key may do it twice, and
 * what was looked at then need not be what lies there now.
 * @throws ConversionError FILE_TOO_LARGE, UNKNOWN_FORMAT or UNREADABLE_FILE
 */
export async function checkSource(
  path: string,
  { originalFormat, originalFilename }: Pick<Conversion, 'originalFormat' | 'originalFilename'>,
): Promise<void> {
  const { size, head } = await readHead(path);
  if (size > LARGEST_UPLOAD) throw new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.');
  if ((await detectFormat(head, originalFilename)) === originalFormat) return;
  throw new ConversionError('UNREADABLE_FILE', `The file was ${originalFormat} at first, and is something else now.`);
}

async function readHead(path: string): Promise<{ size: number; head: Uint8Array }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, DETECTION_BYTES)));
    return { size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}
