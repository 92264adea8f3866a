import { tooComplex } from '../refusals.ts';

/** Corners of a face: dividing it into triangles takes as many steps as their square. */
const MOST_CORNERS = 50_000;
const [FACE, LINE] = [0x66, 0x0a];

/**
 * Refuses an OBJ file of which a face has so many corners that it would not be divided into triangles in time.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkCorners(file: Buffer): void {
  for (let at = 0; at < file.length; ) {
    const next = file.indexOf(LINE, at);
    const end = next < 0 ? file.length : next;
    // Each corner takes two bytes at least.
    if (file[at] === FACE && (end - at) / 2 > MOST_CORNERS) refuseMany(countWords(file.subarray(at + 1, end)));
    at = end + 1;
  }
}

function refuseMany(corners: number): void {
  if (corners <= MOST_CORNERS) return;
  throw tooComplex(
    `A face of the model has ${corners} corners; at most ${MOST_CORNERS} are converted. Divide it into smaller ones first.`,
  );
}

function countWords(line: Buffer): number {
  let [words, blank] = [0, true];
  for (const byte of line) {
    if (blank && byte > 0x20) words++;
    blank = byte <= 0x20;
  }
  return words;
}
