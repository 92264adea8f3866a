import type { FormatName } from '../../../conversion/formats.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkExr } from './check-exr.ts';

/** Bytes of the header of Targa, and of a DirectDraw Surface with the part that DirectX 10 has added. */
const [TARGA_HEADER, DDS_HEADER] = [18, 148];
const GREY = 3;
/** Added to the kind of pixels where they are run-length encoded. */
const RUN_LENGTHS = 8;
/** Where a DirectDraw Surface names the kind of its pixels, and DXGI's number for it. */
const [FOUR_CC, DXGI_FORMAT] = [84, 128];
/** DXGI's numbers for BC6H and BC7, and for pixels of four bytes, of which ffmpeg takes red for blue; the last opaque. */
const BLOCKS = [94, 95, 96, 97, 98, 99];
const SWAPPED = [27, 28, 29, 87, 90, 91];
const SWAPPED_OPAQUE = [88, 92, 93];
const SWAP = 'format=rgba,colorchannelmixer=rr=0:rb=1:br=1:bb=0';

/** Refuses pictures that ffmpeg reads wrongly or not at all, by their headers. @throws ConversionError UNREADABLE_FILE */
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

/** The filters that exchange red and blue of a texture where ffmpeg takes one for the other. */
export async function swapRedAndBlue(path: string): Promise<string[]> {
  const kind = await dxgiFormat(path);
  if (SWAPPED_OPAQUE.includes(kind)) return [SWAP, 'format=rgb24'];
  return SWAPPED.includes(kind) ? [SWAP] : [];
}

async function dxgiFormat(path: string): Promise<number> {
  const header = await readHead(path, DDS_HEADER);
  const isDx10 = header.length === DDS_HEADER && header.toString('latin1', FOUR_CC, FOUR_CC + 4) === 'DX10';
  return isDx10 ? header.readUInt32LE(DXGI_FORMAT) : 0;
}
