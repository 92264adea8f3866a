import type { FormatName } from '../../../conversion/formats.ts';
import type { Picture } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';

/** The shortest delay of a frame, in milliseconds: browsers ignore shorter ones. */
const SHORTEST = 20;
const USUAL = 100;
/** The unit of delays, in milliseconds. @default 1 */
const UNITS: Partial<Record<FormatName, number>> = { gif: 10 };

/** Applies the speed and the loop count to an animation. */
export function retime(picture: Picture, { loop, speed = 1 }: PictureOptions, target: FormatName): Picture {
  const { delay } = picture.metadata;
  if (!delay || picture.frames < 2 || (loop === undefined && speed === 1)) return picture;
  const delays = speed === 1 ? delay : scaleDelays(delay, speed, UNITS[target] ?? 1);
  return { ...picture, metadata: { ...picture.metadata, delay: delays, ...(loop === undefined ? {} : { loop }) } };
}

/** Scales delays, and carries rounding errors over to the next frame, so that the whole keeps its duration. */
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
