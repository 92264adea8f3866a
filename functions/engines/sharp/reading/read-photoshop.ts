import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkSize } from '../limits.ts';
import type { Picture, Reader } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { readMagick } from './read-by-magick.ts';

/** The number of colour channels of each colour mode; multichannel mode has no alpha. */
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 7: 56, 8: 1, 9: 3 };
const [LARGE, RGB, LAB] = [2, 3, 9];
const HEADER = 26;
/** The resource with the version, which says whether the merged picture is one, and the most resources that are looked at. */
const [VERSION, MOST_RESOURCES] = [0x0421, 1000];

/** Reads the merged picture of a Photoshop document. Its header decides about transparency, for which ImageMagick takes a saved selection. */
export const readPhotoshop: Reader = async (request) => {
  const { depth, mode, transparent, isMerged, ...size } = inspect(request.path, (read, length) =>
    readHeader(new ByteReader(read, length, unreadable)),
  );
  checkSize({ ...size, frames: 1 });
  // Samples of 32 bits are linear light.
  const linear = depth === 32 ? ['-set', 'colorspace', 'RGB', '-colorspace', 'sRGB', '+profile', 'icc'] : [];
  const colours = mode === LAB ? ['-colorspace', 'sRGB'] : [];
  // It makes nonsense of grey pictures with saved selections, as which it would write what has no other colours.
  const kind = mode === RGB ? ['-type', transparent ? 'TrueColorAlpha' : 'TrueColor'] : [];
  const args = [...linear, ...colours, ...(transparent ? [] : ['-alpha', 'off']), ...kind];
  const pictures = await readMagick(request, `psd:${request.path}[0]`, { args, depth: depth > 8 ? 16 : 8 });
  return isMerged ? pictures : pictures.map((open) => async () => refuseEmpty(await open()));
};

/** Refuses what Photoshop writes in the place of a merged picture. Other programs write one, and do not say so. */
async function refuseEmpty(picture: Picture): Promise<Picture> {
  const { channels } = await picture.open().stats();
  if (channels.some(({ min, max }) => min !== max)) return picture;
  throw unreadableFile(
    'The Photoshop file has no merged picture. Save it with "Maximize Compatibility", or as PNG.',
    'no merged picture',
  );
}

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
    isMerged: isMerged(reader, resources),
    transparent: reader.u16be(12) > colours && isAlpha,
  };
}

/** @see Adobe Photoshop File Formats Specification, "Image resources section" and "Version info" */
function isMerged(reader: ByteReader, section: number): boolean {
  const end = section + 4 + reader.u32be(section);
  for (let at = section + 4, seen = 0; at + 12 <= end && seen < MOST_RESOURCES; seen++) {
    const data = at + 10 + 2 * Math.ceil((reader.u8(at + 6) + 1) / 2);
    if (reader.u16be(at + 4) === VERSION) return reader.u8(data + 4) !== 0;
    at = data + 2 * Math.ceil(reader.u32be(data - 4) / 2);
  }
  return true;
}
