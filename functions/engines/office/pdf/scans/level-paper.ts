import type { Pixels } from '../pixels.ts';

/** How much darker than the paper a pixel may be and still be paper. */
const NOISE = 24;
/** Darker paper than this is none. */
const DARKEST = 128;

/** Makes the paper of a scanned page white, and darker colours darker in proportion. */
export function levelPaper({ width, height, data }: Pixels): Pixels {
  const paper = paperOf(data);
  if (paper < DARKEST) return { width, height, data };
  const white = paper - NOISE;
  const levels = Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round((value * 255) / white)));
  return { width, height, data: data.map((value) => levels[value] ?? 255) };
}

/** The commonest brightness of the bright pixels, by their green. */
function paperOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 1; at < data.length; at += 3) {
    const value = data[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  let most = 0;
  for (let value = DARKEST; value < 256; value++) if ((counts[value] ?? 0) > (counts[most] ?? 0)) most = value;
  return most;
}
