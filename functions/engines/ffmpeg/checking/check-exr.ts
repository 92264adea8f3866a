import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { unreadable } from './unreadable.ts';

/** The attributes of the header by their names, and the offset after it. */
interface ExrAttributes {
  readonly values: ReadonlyMap<string, Buffer>;
  readonly end: number;
}

/** How many bytes are searched for the end of the header. */
const HEADER = 65_536;
const FIRST_ATTRIBUTE = 8;
/** Bytes of a channel after its name: sample type, linearity, subsampling. */
const CHANNEL = 16;
const UNSIGNED_INTEGERS = 0;
/** Bytes of a window: xMin, yMin, xMax, yMax. */
const WINDOW = 16;
const COLOURS = ['R', 'G', 'B'];
const COLOUR_DIFFERENCES = ['RY', 'BY'];
/** DWAA and DWAB, of which ffmpeg decodes only floating-point colours correctly. */
const DWA = [8, 9];
/** The CIE 1931 chromaticities of red, green, blue and white in Rec. ITU-R BT.709. */
const REC_709 = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329];
const NEARLY = 0.001;

/**
 * The attributes of the first part of an OpenEXR file.
 * @returns undefined where they do not end within `head`
 */
export function attributesOfExr(head: Buffer): ExrAttributes | undefined {
  const values = new Map<string, Buffer>();
  for (let at = FIRST_ATTRIBUTE; at < head.length; ) {
    if (head[at] === 0) return { values, end: at + 1 };
    const type = head.indexOf(0, at) + 1;
    const length = head.indexOf(0, type) + 1;
    if (type === 0 || length === 0 || length + 4 > head.length) return undefined;
    const end = length + 4 + head.readUInt32LE(length);
    values.set(head.toString('latin1', at, type - 1), head.subarray(length + 4, end));
    at = end;
  }
  return undefined;
}

/**
 * Refuses an OpenEXR file that ffmpeg would decode wrongly.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkExr(path: string): Promise<void> {
  const { values } = attributesOfExr(await readHead(path, HEADER)) ?? {};
  if (!values) throw unreadable('an OpenEXR header without an end');
  const channels = channelsOf(values.get('channels') ?? Buffer.alloc(0));
  const names = channels.map(({ name }) => name);
  const colours = COLOURS.filter((name) => names.includes(name));
  if (colours.length === 0 && COLOUR_DIFFERENCES.some((name) => names.includes(name)))
    refuse('holds luminance and chroma (channels Y, RY and BY), which', 'the channels R, G and B');
  if (colours.length > 0 && !isRec709(values))
    refuse('has other primaries or another white than Rec. 709 (sRGB), which', 'the primaries of Rec. 709');
  checkWindows(values.get('displayWindow'), values.get('dataWindow'));
  if (!DWA.includes(values.get('compression')?.[0] ?? 0)) return;
  if (colours.length < 3 || channels.some(({ type }) => type === UNSIGNED_INTEGERS))
    refuse('is compressed with DWAA or DWAB and has other channels than floating-point colours, which', 'ZIP');
}

function refuse(what: string, instead: string): never {
  throw unreadableFile(`The OpenEXR picture ${what} cannot be read. Save it anew with ${instead}.`, what);
}

/** ffmpeg takes 0, 0 for the corner of the display window. */
function checkWindows(shown: Buffer | undefined, stored: Buffer | undefined): void {
  if (shown?.length !== WINDOW || stored?.length !== WINDOW) throw unreadable('no windows');
  const meet = (first: number, last: number) =>
    Math.max(shown.readInt32LE(first), stored.readInt32LE(first)) <=
    Math.min(shown.readInt32LE(last), stored.readInt32LE(last));
  if (shown.readInt32LE(0) !== 0 || shown.readInt32LE(4) !== 0 || !meet(0, 8) || !meet(4, 12))
    refuse('has a display window that does not begin at 0, 0, or shows nothing of it, which', 'one that does');
}

function isRec709(values: ReadonlyMap<string, Buffer>): boolean {
  const isNear = (value: Buffer | undefined, wanted: readonly number[]) =>
    value?.length !== wanted.length * 4 ||
    wanted.every((coordinate, index) => Math.abs(value.readFloatLE(index * 4) - coordinate) < NEARLY);
  return isNear(values.get('chromaticities'), REC_709) && isNear(values.get('adoptedNeutral'), REC_709.slice(6));
}

/** The channels of an OpenEXR file, in file order. */
export function channelsOf(list: Buffer): { readonly name: string; readonly type: number }[] {
  const channels = [];
  for (let at = 0; at < list.length && list[at] !== 0; ) {
    const end = list.indexOf(0, at);
    if (end < 0 || end + 1 + CHANNEL > list.length) break;
    channels.push({ name: list.toString('latin1', at, end), type: list.readUInt32LE(end + 1) });
    at = end + 1 + CHANNEL;
  }
  return channels;
}
