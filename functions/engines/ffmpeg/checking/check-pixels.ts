import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { unreadable } from './unreadable.ts';

/** Formats whose decoders fill missing pixels with black or with the last one, and report no error. */
const UNCHECKED: readonly FormatName[] = ['tga', 'qoi', 'hdr', 'sgi', 'dpx'];
/** How many bytes are appended: enough to change the missing pixels with each of these decoders. */
const APPENDED = 65_536;

/**
 * Refuses a truncated picture: it decodes to other pixels when other bytes are appended to it.
 * @returns the padded copy: ffmpeg misreads DPX whose last line lacks its padding
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkPixels(source: Source, format: FormatName, files: JobFiles): Promise<Source> {
  if (!UNCHECKED.includes(format)) return source;
  const [first, second] = [await fill(source, 0x00, files), await fill(source, 0xff, files)];
  if (first.checksum !== second.checksum) throw unreadable('pixels beyond the end of the file');
  return { ...source, path: first.path };
}

async function fill(source: Source, filling: number, files: JobFiles): Promise<{ path: string; checksum: string }> {
  const path = join(files.folder, `filled-${filling}`);
  await copyFile(source.path, path);
  await appendFile(path, Buffer.alloc(APPENDED, filling));
  const { stdout, stderr } = await runTool('ffmpeg', files, {
    arguments: ['-nostdin', '-v', 'error', ...sourceArguments({ ...source, path }), '-f', 'framemd5', '-'],
  });
  if (!/^0,/m.test(stdout)) throw unreadable(stderr);
  return { path, checksum: stdout };
}
