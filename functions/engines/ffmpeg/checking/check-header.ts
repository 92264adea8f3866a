import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { checkExr } from './check-exr.ts';
import { unreadable } from './unreadable.ts';

/** Bytes of the header of Targa, and of a DirectDraw Surface with its DirectX 10 extension. */
const [TARGA_HEADER, DDS_HEADER] = [18, 148];
const GREY = 3;
/** The flag of the image type for run-length encoding. */
const RUN_LENGTHS = 8;
/** Offsets of the four-character code and of the DXGI format in a DirectDraw Surface. */
const [FOUR_CC, DXGI_FORMAT] = [84, 128];
/** DXGI formats: BC6H and BC7, and those of four bytes whose red and blue ffmpeg swaps. */
const MISREAD = [94, 95, 96, 97, 98, 99, 27, 28, 29, 87, 90, 91, 88, 92, 93];
/** BC5 as some tools write it, of which ffmpeg swaps red and green. */
const SWIZZLED = 'BC5UA2XY';

/** Refuses pictures by their header that ffmpeg cannot decode, or decodes wrongly. @throws ConversionError UNREADABLE_FILE */
export async function checkHeader(path: string, format: FormatName): Promise<void> {
  if (format === 'exr') return checkExr(path);
  if (format === 'tga') return checkTarga(await readHead(path, TARGA_HEADER));
  if (format === 'dds') return checkTexture(await readHead(path, DDS_HEADER));
}

function checkTarga(header: Buffer): void {
  if (((header[2] ?? 0) & ~RUN_LENGTHS) === GREY && header[16] === 16)
    throw unreadableFile(
      'The Targa picture is grey with transparency, which cannot be read. Save it anew in colour.',
      'two bytes of grey',
    );
}

function checkTexture(header: Buffer): void {
  const isDx10 = header.length === DDS_HEADER && header.toString('latin1', FOUR_CC, FOUR_CC + 4) === 'DX10';
  const swizzled = header.toString('latin1', FOUR_CC, FOUR_CC + SWIZZLED.length) === SWIZZLED;
  if (swizzled || (isDx10 && MISREAD.includes(header.readUInt32LE(DXGI_FORMAT))))
    throw unreadableFile(
      'The texture is compressed with BC6H, BC7 or swapped BC5, or uncompressed with a header of DirectX 10, which cannot be read. Save it anew with BC1 to BC5.',
      'DXGI format',
    );
}

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
