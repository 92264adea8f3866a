import type { MediaStream } from '../reading/media.ts';
import { LIMITS } from './limits.ts';

/** The longest side that every video codec supports, in pixels. */
const LONGEST_SIDE = 8190;
/** MPEG-2 cannot have a side of this length or a multiple of it. */
const UNKNOWN_SIDE = 4096;

/** Scales a picture down to the largest size that a video can have. */
export function fitPicture(stream: MediaStream): MediaStream {
  const { width, height } = stream;
  const byArea = Math.sqrt(LIMITS.encodedPixels / (width * height));
  const scale = Math.min(byArea, LONGEST_SIDE / Math.max(width, height));
  if (scale >= 1) return stream;
  return { ...stream, width: evenSide(width * scale), height: evenSide(height * scale), fitted: true };
}

function evenSide(wanted: number): number {
  const side = Math.max(2, Math.floor(wanted / 2) * 2);
  return side % UNKNOWN_SIDE === 0 ? side - 2 : side;
}
