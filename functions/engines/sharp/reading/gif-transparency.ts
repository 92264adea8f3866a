import { unreadableFile } from '../../refusals.ts';
import { type Area, CONTROL_LENGTH, FLAGS, framesIn, type GifFrame } from './gif-frames.ts';

/** Frames beyond this number are ignored: such GIFs are refused later, or copied. */
const MOST_FRAMES = 100_000;
/** A graphic control extension without flags, and the offset of the colour index in it. */
const EMPTY_CONTROL = Buffer.from('21f9040000000000', 'hex');
const INDEX = 6;
const HAS_TRANSPARENCY = 1;
const DISPOSAL = { shift: 2, mask: 7, background: 2 } as const;
/** The most bits of a colour index. */
const DEEPEST = 8;

/**
 * Declares transparency where the canvas of a GIF can be seen: around a first frame that does not cover it, and where a
 * frame was disposed of. Without a transparent colour, decoders put black or the background colour there; browsers show
 * what is behind the picture, whatever the background colour (Firefox: DisposalMethod::CLEAR of nsGIFDecoder2.cpp).
 * The colour that is declared is one that no pixel of the frame has.
 * @throws ConversionError UNREADABLE_FILE when a frame is truncated, or may use every colour
 */
export function declareTransparency(file: Buffer): Buffer {
  const frames: GifFrame[] = [];
  for (const frame of framesIn(file)) if (frames.push(frame) === MOST_FRAMES) break;
  const parts: Buffer[] = [];
  let done = 0;
  for (const [index, frame] of frames.entries()) {
    if (isTransparent(frame) || !uncovers(file, frame, index, frames[index + 1])) continue;
    const { at, control = at } = frame;
    parts.push(file.subarray(done, control), controlOf(file, frame));
    done = control === at ? at : control + CONTROL_LENGTH;
  }
  return parts.length === 0 ? file : Buffer.concat([...parts, file.subarray(done)]);
}

function isTransparent({ flags }: GifFrame): boolean {
  return (flags & HAS_TRANSPARENCY) !== 0;
}

/** Whether the canvas can be seen around a frame, or after it. */
function uncovers(file: Buffer, frame: GifFrame, index: number, next: GifFrame | undefined): boolean {
  const canvas = { x: 0, y: 0, width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  if (index === 0 && !covers(frame, canvas)) return true;
  const isCleared = ((frame.flags >> DISPOSAL.shift) & DISPOSAL.mask) === DISPOSAL.background;
  return isCleared && next !== undefined && (isTransparent(next) || !covers(next, frame));
}

function covers(one: Area, other: Area): boolean {
  return (
    one.x <= other.x &&
    one.y <= other.y &&
    one.x + one.width >= other.x + other.width &&
    one.y + one.height >= other.y + other.height
  );
}

/** The graphic control extension of a frame, with a colour that no pixel can have: the minimum code size is too small for it. */
function controlOf(file: Buffer, { control, flags, data }: GifFrame): Buffer {
  if ((file[data] ?? DEEPEST) >= DEEPEST)
    throw unreadableFile(
      'The GIF does not cover its canvas, and has 256 colours of which none is transparent. Save it anew with a transparent colour.',
      'no colour to declare transparent',
    );
  const before = control === undefined ? EMPTY_CONTROL : file.subarray(control, control + CONTROL_LENGTH);
  const bytes = Buffer.from(before);
  bytes[FLAGS] = flags | HAS_TRANSPARENCY;
  bytes[INDEX] = 2 ** DEEPEST - 1;
  return bytes;
}
