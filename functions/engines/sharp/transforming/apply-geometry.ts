import type { Sharp } from 'sharp';
import type { Colour } from '../picture-options.ts';
import type { Geometry } from './geometry.ts';

/**
 * Applies the part of a plan that sharp can do in one pipeline. It scales before it rotates, so that it decodes no more
 * than needed; mirrors before it rotates; and crops or adds a border last.
 */
export function applyGeometry(image: Sharp, plan: Geometry, colour: Colour): Sharp {
  const { crop, turns, scaled, cut, border, result } = plan;
  const isSideways = turns % 2 === 1;
  if (crop) image.extract(crop);
  if (scaled) {
    const [width, height] = isSideways ? [scaled.height, scaled.width] : [scaled.width, scaled.height];
    image.resize({ width, height, fit: 'fill' });
  }
  if (isSideways ? plan.mirrored : plan.upsideDown) image.flip();
  if (isSideways ? plan.upsideDown : plan.mirrored) image.flop();
  if (turns > 0) image.rotate(turns * 90);
  if (cut) image.extract(cut);
  if (border) {
    const { left, top } = border;
    const [right, bottom] = [result.width - left - border.width, result.height - top - border.height];
    image.extend({ left, top, right, bottom, background: colour });
  }
  return image;
}
