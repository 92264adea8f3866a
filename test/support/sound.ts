import { wavHeader } from '../../smoke/wav-header.ts';
import { seededRandom } from './random.ts';

const RATE = 44_100;
const HEAD = 44;
const SECOND = RATE * 4;

/** The header of a wav file (16-bit stereo) with so many bytes of sound. */
const wavHead = (bytes: number) => wavHeader({ rate: RATE, channels: 2, bits: 16 }, bytes);

function noise(): Buffer {
  const random = seededRandom(3);
  const second = Buffer.alloc(SECOND);
  for (let at = 0; at < SECOND; at += 2) second.writeInt16LE(Math.floor((random() - 0.5) * 2000), at);
  return second;
}

/** A wav file of exactly so many bytes: soft noise. */
export function wav(size: number): Buffer {
  const second = noise();
  const seconds = Array.from({ length: Math.ceil((size - HEAD) / SECOND) }, () => second);
  return Buffer.concat([wavHead(size - HEAD), ...seconds]).subarray(0, size);
}
