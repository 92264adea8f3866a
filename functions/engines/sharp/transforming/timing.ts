import type { FormatName } from '../../../conversion/formats.ts';
import type { Picture } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';

/** Milliseconds that a frame is shown at least: below, browsers take it for one that says nothing. */
const SHORTEST = 20;
const USUAL = 100;
/** What times are counted in, in milliseconds; in others it is one. */
const UNITS: Partial<Record<FormatName, number>> = { gif: 10 };

/** A picture whose frames are shown as fast and as often as is asked for. */
export function retime(picture: Picture, { loop, speed = 1 }: PictureOptions, target: FormatName): Picture {
  const { delay } = picture.metadata;
  if (!delay || picture.frames < 2 || (loop === undefined && speed === 1)) return picture;
  const delays = speed === 1 ? delay : scaleDelays(delay, speed, UNITS[target] ?? 1);
  return { ...picture, metadata: { ...picture.metadata, delay: delays, ...(loop === undefined ? {} : { loop }) } };
}

/** What is rounded in one frame is made good in the next, so that the whole lasts as long as it has to. */
function scaleDelays(delays: readonly number[], speed: number, unit: number): number[] {
  let wanted = 0;
  let given = 0;
  return delays.map((delay) => {
    wanted += (delay || USUAL) / speed;
    const next = Math.max(SHORTEST, Math.round((wanted - given) / unit) * unit);
    given += next;
    return next;
  });
}
