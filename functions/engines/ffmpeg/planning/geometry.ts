import type { PictureOptions } from '../../sharp/picture-options.ts';
import { planGeometry, type Size } from '../../sharp/transforming/geometry.ts';
import type { MediaStream } from '../reading/media.ts';

/** The options of a picture's size. */
export type SizeOptions = Pick<PictureOptions, 'width' | 'height' | 'fit'>;

/** The options of the geometry of a video. */
export type GeometryOptions = SizeOptions & Pick<PictureOptions, 'crop' | 'rotate' | 'flip'>;

/** The filters that resize a picture, and its size after them. */
export interface Resizing extends Size {
  readonly filters: readonly string[];
}

const TURNS = [[], ['transpose=clock'], ['hflip', 'vflip'], ['transpose=cclock']] as const;

/** Whether the options change the size or the orientation. */
export function isReshaped({ width, height, crop, rotate, flip }: GeometryOptions): boolean {
  return [width, height, crop, rotate, flip].some((option) => option !== undefined);
}

/**
 * The filters that crop, rotate, mirror and scale pictures, in this order, and the size after them. Pixels that are not
 * square are made so first.
 * @param step sides are rounded down to a multiple of it
 * @throws ConversionError INVALID_OPTION when the crop reaches beyond the picture
 */
export function reshape(stream: MediaStream, options: GeometryOptions, step: 1 | 2): Resizing {
  const { width, height, sampleAspectRatio = 1 } = stream;
  const shown: Size = { width: Math.max(1, Math.round(width * sampleAspectRatio)), height };
  const square = sampleAspectRatio === 1 ? [] : [`scale=${sides(shown)}`, 'setsar=1'];
  const plan = planGeometry(shown, options);
  if (!plan) return { ...shown, filters: square };
  const { crop, turns, mirrored, upsideDown, turned, scaled, cut, border } = plan;
  const isResized = scaled ?? cut ?? border;
  const result = isResized ? stepped(plan.result, step) : turned;
  const filters = [
    ...square,
    ...(crop ? [`crop=${sides(crop)}:${crop.left}:${crop.top}:exact=1`] : []),
    ...TURNS[turns],
    ...(mirrored ? ['hflip'] : []),
    ...(upsideDown ? ['vflip'] : []),
    ...(scaled ? [`scale=${sides(stepped(scaled, step))}`] : []),
    ...(cut ? [`crop=${sides(result)}`] : []),
    ...(border ? [`pad=${sides(result)}:(ow-iw)/2:(oh-ih)/2`] : []),
    ...(isResized ? ['setsar=1'] : []),
  ];
  return { ...result, filters };
}

function sides({ width, height }: Size): string {
  return `${width}:${height}`;
}

/** A size whose sides are rounded down to multiples of a step. */
export function stepped({ width, height }: Size, step: 1 | 2): Size {
  const side = (length: number) => Math.max(step, Math.floor(length / step) * step);
  return { width: side(width), height: side(height) };
}
