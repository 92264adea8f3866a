import { unreadableFile } from '../../refusals.ts';
import { CONTROL, EXTENSION, IMAGE, readBlocks, tableSize } from './gif-frames.ts';

/** The length of a graphic control extension, offsets in it, and values of its flags. */
const CONTROL_LENGTH = 8;
/** Frames beyond this number are ignored: such GIFs are refused later, or copied. */
const MOST_FRAMES = 100_000;
const [FLAGS, INDEX] = [3, 6] as const;
const HAS_TRANSPARENCY = 1;
const DISPOSAL = { shift: 2, mask: 7, background: 2 } as const;

/** Bytes of an image descriptor, and the most bits of a colour index. */
const DESCRIPTOR = 10;
const DEEPEST = 8;

/** The offset and the area of a GIF's frame. */
interface Frame {
  readonly at: number;
  /** The offset of its graphic control extension. */
  readonly control: number | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Declares transparency where the canvas of a GIF can be seen: around a first frame that does not cover it, and where a
 * frame was disposed of. Without a transparent colour, decoders put black or the background colour there; browsers show
 * what is behind the picture, whatever the background colour (Firefox: DisposalMethod::CLEAR of nsGIFDecoder2.cpp).
 * The colour that is declared is one that no pixel of the frame has.
 * @throws ConversionError UNREADABLE_FILE when a frame is truncated, or may use every colour
 */
export function declareTransparency(file: Buffer): Buffer {
  const frames = readFrames(file);
  const parts: Buffer[] = [];
  let done = 0;
  for (const [index, frame] of frames.entries()) {
    if (isTransparent(file, frame) || !uncovers(file, frame, index, frames[index + 1])) continue;
    const colour = unusedColour(file, frame.at);
    const control = frame.control ?? frame.at;
    parts.push(file.subarray(done, control), controlOf(file, frame, colour));
    done = frame.control === undefined ? frame.at : control + CONTROL_LENGTH;
  }
  return parts.length === 0 ? file : Buffer.concat([...parts, file.subarray(done)]);
}

function readFrames(file: Buffer): Frame[] {
  const frames: Frame[] = [];
  let control: number | undefined;
  for (const { type, at } of readBlocks(file)) {
    if (type === EXTENSION && at + CONTROL_LENGTH <= file.length && file.subarray(at, at + FLAGS).equals(CONTROL))
      control = at;
    if (type !== IMAGE) continue;
    if (frames.length === MOST_FRAMES) break;
    const [x, y, width, height] = [1, 3, 5, 7].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
      number,
    ];
    frames.push({ at, control, x, y, width, height });
    control = undefined;
  }
  return frames;
}

function flagsOf(file: Buffer, { control }: Frame): number {
  return control === undefined ? 0 : (file[control + FLAGS] ?? 0);
}

function isTransparent(file: Buffer, frame: Frame): boolean {
  return (flagsOf(file, frame) & HAS_TRANSPARENCY) !== 0;
}

/** Whether the canvas can be seen around a frame, or after it. */
function uncovers(file: Buffer, frame: Frame, index: number, next: Frame | undefined): boolean {
  const canvas = { x: 0, y: 0, width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  if (index === 0 && !covers(frame, canvas)) return true;
  const cleared = ((flagsOf(file, frame) >> DISPOSAL.shift) & DISPOSAL.mask) === DISPOSAL.background;
  return cleared && next !== undefined && (isTransparent(file, next) || !covers(next, frame));
}

type Area = Pick<Frame, 'x' | 'y' | 'width' | 'height'>;

function covers(one: Area, other: Area): boolean {
  return (
    one.x <= other.x &&
    one.y <= other.y &&
    one.x + one.width >= other.x + other.width &&
    one.y + one.height >= other.y + other.height
  );
}

function controlOf(file: Buffer, { control }: Frame, colour: number): Buffer {
  const bytes = Buffer.alloc(CONTROL_LENGTH);
  if (control === undefined) CONTROL.copy(bytes);
  else file.copy(bytes, 0, control, control + CONTROL_LENGTH);
  bytes[FLAGS] = (bytes[FLAGS] ?? 0) | HAS_TRANSPARENCY;
  bytes[INDEX] = colour;
  return bytes;
}

/** A colour index that no pixel of a frame can have: the minimum code size is too small for it. */
function unusedColour(file: Buffer, frame: number): number {
  const data = frame + DESCRIPTOR + tableSize(file[frame + DESCRIPTOR - 1] ?? 0);
  if ((file[data] ?? DEEPEST) < DEEPEST) return 2 ** DEEPEST - 1;
  throw unreadableFile(
    'The GIF does not cover its canvas, and has 256 colours of which none is transparent. Save it anew with a transparent colour.',
    'no colour to declare transparent',
  );
}
