import type { MediaStream } from '../reading/media.ts';
import { LIMITS } from './limits.ts';

/** Pixels of a side that every codec of videos knows. */
const LONGEST_SIDE = 8190;
/** A side of this length, or of a multiple of it, is none that MPEG-2 knows. */
const UNKNOWN_SIDE = 4096;

/** A picture that is to become a video, as large as a video can be where it is larger. */
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
