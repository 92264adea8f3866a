import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { blob } from 'node:stream/consumers';
import type { SourceFile } from './converter.ts';
import { STANDARD } from './plan.ts';

/** Opens a file, or reads standard input. @throws Error that names the file */
export async function readSource(source: string, from: string | undefined): Promise<SourceFile> {
  if (source === STANDARD)
    return { name: `stdin${from ? `.${from.replace(/^\./, '')}` : ''}`, content: await blob(process.stdin) };
  const status = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`);
  });
  if (status.isDirectory()) throw new Error('it is a folder: name the files in it, or use --watch');
  // A named pipe has no size, and is read to its end.
  if (!status.isFile()) return { name: basename(source), content: await blob(createReadStream(source)) };
  return { name: basename(source), content: await openAsBlob(source) };
}
