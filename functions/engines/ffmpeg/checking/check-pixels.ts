import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { runTool, type Workplace } from '../running/tool.ts';
import { unreadable } from './unreadable.ts';

/** Formats without checksums whose decoders leave the pixels black that the file lacks, or repeat one. */
const UNCHECKED: readonly FormatName[] = ['tga', 'qoi', 'hdr', 'sgi', 'dpx'];
/** How many bytes follow the file, which mean different pixels to each of these decoders. */
const FILLED = 65_536;

/**
 * Refuses a picture that is cut off: what follows a whole one makes no difference to its pixels.
 * @returns what is to be read: DPX that lacks the padding of its last line is misread without something behind it
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkPixels(source: Source, format: FormatName, place: Workplace): Promise<Source> {
  if (!UNCHECKED.includes(format)) return source;
  const [first, second] = [await fill(source, 0x00, place), await fill(source, 0xff, place)];
  if (first.sum !== second.sum) throw unreadable('pixels beyond the end of the file');
  return { ...source, path: first.path };
}

async function fill(source: Source, filling: number, place: Workplace): Promise<{ path: string; sum: string }> {
  const path = join(place.folder, `filled-${filling}`);
  await copyFile(source.path, path);
  await appendFile(path, Buffer.alloc(FILLED, filling));
  const { stdout, stderr } = await runTool('ffmpeg', place, {
    arguments: ['-nostdin', '-v', 'error', ...sourceArguments({ ...source, path }), '-f', 'framemd5', '-'],
  });
  if (!/^0,/m.test(stdout)) throw unreadable(stderr);
  return { path, sum: stdout };
}
