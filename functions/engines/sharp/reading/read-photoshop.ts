import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { checkSize } from '../limits.ts';
import type { Reader } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { readMagick } from './read-by-magick.ts';

/** The number of colour channels of each colour mode; multichannel mode has no alpha. */
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 7: 56, 8: 1, 9: 3 };
const [LARGE, RGB, LAB] = [2, 3, 9];
const HEADER = 26;

/** Reads the merged picture of a Photoshop document. Its header decides about transparency, for which ImageMagick takes a saved selection. */
export const readPhotoshop: Reader = async (request) => {
  const { depth, mode, transparent, ...size } = inspect(request.path, (read, length) =>
    readHeader(new ByteReader(read, length, unreadable)),
  );
  checkSize({ ...size, frames: 1 });
  // Samples of 32 bits are linear light.
  const linear = depth === 32 ? ['-set', 'colorspace', 'RGB', '-colorspace', 'sRGB', '+profile', 'icc'] : [];
  const colours = mode === LAB ? ['-colorspace', 'sRGB'] : [];
  // It makes nonsense of grey pictures with saved selections, as which it would write what has no other colours.
  const kind = mode === RGB ? ['-type', transparent ? 'TrueColorAlpha' : 'TrueColor'] : [];
  const args = [...linear, ...colours, ...(transparent ? [] : ['-alpha', 'off']), ...kind];
  return readMagick(request, `psd:${request.path}[0]`, { args, depth: depth > 8 ? 16 : 8 });
};

/** @see Adobe Photoshop File Formats Specification, "File header section" and "Layer and mask information section" */
function readHeader(reader: ByteReader) {
  const wide = reader.u16be(4) === LARGE ? 8 : 4;
  const mode = reader.u16be(24);
  const colours = COLOURS[mode] ?? reader.refuse('an unknown colour mode');
  const resources = HEADER + 4 + reader.u32be(HEADER);
  const layers = resources + 4 + reader.u32be(resources);
  const flat = (wide === 8 ? reader.u64be(layers) : reader.u32be(layers)) === 0;
  // A negative layer count means that the first extra channel is the alpha channel of the merged picture; without layers it
  // is a saved selection.
  const isAlpha = !flat && reader.bytes(layers + 2 * wide, 2).readInt16BE() < 0;
  return {
    width: reader.u32be(18),
    height: reader.u32be(14),
    depth: reader.u16be(22),
    mode,
    transparent: reader.u16be(12) > colours && isAlpha,
  };
}
