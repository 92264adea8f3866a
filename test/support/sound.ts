import { appendFile, writeFile } from 'node:fs/promises';
import { wavHeader } from '../../smoke/wav-header.ts';
import { seededRandom } from './random.ts';

const RATE = 44_100;
const HEAD = 44;
const SECOND = RATE * 4;

/** The header of a wav file (16-bit stereo) with so many bytes of sound. */
const wavHead = (bytes: number) => wavHeader({ rate: RATE, channels: 2, bits: 16 }, bytes);

/** A second of soft noise. */
function noise(): Buffer {
  const random = seededRandom(3);
  const second = Buffer.alloc(SECOND);
  for (let at = 0; at < SECOND; at += 2) second.writeInt16LE(Math.floor((random() - 0.5) * 2000), at);
  return second;
}

/** Writes a wav file of exactly so many bytes, soft noise. */
export async function writeWav(path: string, size: number): Promise<void> {
  const second = noise();
  await writeFile(path, wavHead(size - HEAD));
  for (let left = size - HEAD; left > 0; left -= SECOND)
    await appendFile(path, second.subarray(0, Math.min(left, SECOND)));
}

/** A wav file of exactly so many bytes, in memory. */
export function wav(size: number): Buffer {
  const second = noise();
  const seconds = Array.from({ length: Math.ceil((size - HEAD) / SECOND) }, () => second);
  return Buffer.concat([wavHead(size - HEAD), ...seconds]).subarray(0, size);
}
