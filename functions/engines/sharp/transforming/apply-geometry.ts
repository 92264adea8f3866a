import type { Sharp } from 'sharp';
import { type Colour, sharpColour } from '../picture-options.ts';
import type { Geometry } from './geometry.ts';

/**
 * The part of a plan that the library can do in one go. It scales before it turns, so that it can decode no more than is
 * needed; mirrors before it turns; and cuts or adds a border when all that is done.
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
    image.extend({ left, top, right, bottom, background: sharpColour(colour) });
  }
  return image;
}

/** Takes the part of a picture that is asked for, and turns it by any angle, on the colour that lies in the corners. */
export function turn(image: Sharp, { crop, angle = 0 }: Geometry, colour: Colour): Sharp {
  if (crop) image.extract(crop);
  return image.rotate(angle, { background: sharpColour(colour) });
}
