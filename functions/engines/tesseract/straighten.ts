import { dewarp, type Step } from './dewarp.ts';
import { findWarps } from './find-warp.ts';
import { writeGrey } from './write-grey.ts';

/** The picture of a page with level lines. */
export interface StraightPicture {
  readonly path: string;
  /** What was done to it. */
  readonly step: Step;
}

/**
 * Straightens the picture of a page whose lines are not level: from 3 degrees on, tesseract loses most of its lines.
 * @returns the picture as it is or rotated; then, of what may be a photo, also a picture without its perspective
 */
export async function straighten(path: string): Promise<StraightPicture[]> {
  const { level, flat } = await findWarps(path);
  const rotated = { path: await straight(path, level, 'straight'), step: level };
  return flat ? [rotated, { path: await straight(path, flat, 'flat'), step: flat }] : [rotated];
}

async function straight(path: string, step: Step, name: string): Promise<string> {
  if (step.skew === 0 && !step.bend) return path;
  return writeGrey(await dewarp(path, [step], 'b-w'), `${path}.${name}.tif`);
}
