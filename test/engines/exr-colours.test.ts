import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { exrAttribute, exrChromaticities, openExr } from '../media/open-exr.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { decode } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const toPng = async (file: Buffer) => {
  const path = join(folder, 'colours.exr');
  writeFileSync(path, file);
  return decode(readFileSync(await convert(path, 'exr', 'png')));
};

/** How screens want light. */
const shown = (light: number) => {
  const kept = Math.min(1, Math.max(0, light));
  return 255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055);
};

const expectShown = (pixel: readonly number[], ...light: readonly number[]) => {
  for (const [index, each] of light.entries())
    expect(Math.abs((pixel[index] ?? 999) - shown(each)), `${pixel} for ${light}`).toBeLessThan(1.5);
};

const D65 = [0.3127, 0.329];
const REC_2020 = exrChromaticities(0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65);
const XYZ = exrChromaticities(1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3);
const ACES = exrChromaticities(0.7347, 0.2653, 0, 1, 0.0001, -0.077, 0.32168, 0.33767);
const ENDS = [1, 1, 1, 1, 1, 1, 1, 1];

describe('the colours of OpenEXR', () => {
  // From Rec. ITU-R BT.2087, IEC 61966-2-1, and the transform of the Academy (with Bradford).
  it.each([
    ['Rec. 2020', REC_2020, [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]],
    ['X, Y and Z', XYZ, [3.2405, -1.5371, -0.4985, -0.9693, 1.876, 0.0416, 0.0556, -0.204, 1.0572]],
    ['ACES', ACES, [2.5217, -1.1341, -0.3876, -0.2765, 1.3727, -0.0962, -0.0154, -0.153, 1.1684]],
    ['nothing that is a colour', exrChromaticities(...ENDS), [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['too little', exrAttribute('chromaticities', 'chromaticities', Buffer.alloc(31)), [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ])('are what it says they are: %s', async (_, chromaticities, matrix) => {
    for (const [R, G, B] of [
      [0.4, 0.3, 0.2],
      [0.2, 0.4, 0.3],
    ] as const) {
      const { pixel } = await toPng(openExr({ light: { R, G, B }, further: [chromaticities] }));
      const light = [0, 3, 6].map(
        (row) => R * (matrix[row] ?? 0) + G * (matrix[row + 1] ?? 0) + B * (matrix[row + 2] ?? 0),
      );
      expectShown(pixel(3, 3), ...light);
    }
  });

  it('are the same with transparency, and brightness stays grey', async () => {
    const light = { A: 0.5, R: 0.2, G: 0.15, B: 0.1 };
    const clear = await toPng(openExr({ names: ['A', 'B', 'G', 'R'], light, further: [XYZ] }));
    const opaque = await toPng(openExr({ light: { R: 0.4, G: 0.3, B: 0.2 }, further: [XYZ] }));
    for (const [index, each] of [...opaque.pixel(3, 3).slice(0, 3), 128].entries())
      expect(Math.abs((clear.pixel(3, 3)[index] ?? 999) - each)).toBeLessThan(1.5);
    const grey = await toPng(openExr({ names: ['Y'], light: { Y: 0.3 }, further: [XYZ] }));
    expectShown(grey.pixel(3, 3), 0.3, 0.3, 0.3);
  });

  it('have the white that the file asks for', async () => {
    const neutral = exrAttribute('adoptedNeutral', 'v2f', Buffer.from(Float32Array.of(1 / 3, 1 / 3).buffer));
    const { pixel } = await toPng(openExr({ light: { R: 0.5, G: 0.5, B: 0.5 }, further: [XYZ, neutral] }));
    expectShown(pixel(3, 3), 0.5, 0.5, 0.5);
  });
});
