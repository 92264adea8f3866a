import type { FormatName } from '../../../conversion/formats.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkExr } from './check-exr.ts';

/** Bytes of the header of Targa, and of a DirectDraw Surface with its DirectX 10 extension. */
const [TARGA_HEADER, DDS_HEADER] = [18, 148];
const GREY = 3;
/** The flag of the image type for run-length encoding. */
const RUN_LENGTHS = 8;
/** Offsets of the four-character code and of the DXGI format in a DirectDraw Surface. */
const [FOUR_CC, DXGI_FORMAT] = [84, 128];
/** DXGI formats: BC6H and BC7; those of four bytes whose red and blue ffmpeg swaps; and the opaque ones among these. */
const BLOCKS = [94, 95, 96, 97, 98, 99];
const SWAPPED = [27, 28, 29, 87, 90, 91];
const SWAPPED_OPAQUE = [88, 92, 93];
/** BC5 as some tools write it, of which ffmpeg swaps red and green. */
const SWIZZLED = 'BC5UA2XY';
const SWAP_GREEN = 'format=rgba,colorchannelmixer=rr=0:rg=1:gr=1:gg=0';
const SWAP = 'format=rgba,colorchannelmixer=rr=0:rb=1:br=1:bb=0';

/** Refuses pictures by their header that ffmpeg cannot decode, or decodes wrongly. @throws ConversionError UNREADABLE_FILE */
export async function checkHeader(path: string, format: FormatName): Promise<void> {
  if (format === 'exr') return checkExr(path);
  if (format === 'tga') return checkTarga(await readHead(path, TARGA_HEADER));
  if (format === 'dds' && BLOCKS.includes(await dxgiFormat(path)))
    throw unreadableFile(
      'The texture is compressed with BC6H or BC7, which cannot be read. Save it anew with BC1 to BC5, or uncompressed.',
      'BC6H or BC7',
    );
}

function checkTarga(header: Buffer): void {
  if (((header[2] ?? 0) & ~RUN_LENGTHS) === GREY && header[16] === 16)
    throw unreadableFile(
      'The Targa picture is grey with transparency, which cannot be read. Save it anew in colour.',
      'two bytes of grey',
    );
}

/** The filters that swap two colours of a texture where ffmpeg mistakes one for the other. */
export async function swapColours(path: string): Promise<string[]> {
  const header = await readHead(path, DDS_HEADER);
  if (header.toString('latin1', FOUR_CC, FOUR_CC + SWIZZLED.length) === SWIZZLED) return [SWAP_GREEN];
  const format = await dxgiFormat(path);
  if (SWAPPED_OPAQUE.includes(format)) return [SWAP, 'format=rgb24'];
  return SWAPPED.includes(format) ? [SWAP] : [];
}

async function dxgiFormat(path: string): Promise<number> {
  const header = await readHead(path, DDS_HEADER);
  const isDx10 = header.length === DDS_HEADER && header.toString('latin1', FOUR_CC, FOUR_CC + 4) === 'DX10';
  return isDx10 ? header.readUInt32LE(DXGI_FORMAT) : 0;
}
