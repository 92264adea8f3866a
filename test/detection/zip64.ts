import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { unzip } from '../support/unzip.ts';

/** A zip as those write it that do not know beforehand how large it will be: all that they may leave to Zip64. */
export function asZip64(zip: Buffer): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of unzip(zip)) archive.addBuffer(content, name, { forceZip64Format: true });
  archive.end({ forceZip64Format: true, comment: '' });
  return buffer(archive.outputStream);
}
