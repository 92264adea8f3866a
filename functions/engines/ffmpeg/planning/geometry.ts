import type { PictureOptions } from '../../sharp/picture-options.ts';
import { planGeometry, type Size } from '../../sharp/transforming/geometry.ts';
import type { MediaStream } from '../reading/media.ts';

/** What may be asked of the size of a picture. */
export type SizeOptions = Pick<PictureOptions, 'width' | 'height' | 'fit'>;

/** What may be asked of the shape of a video's pictures. */
export type GeometryOptions = SizeOptions & Pick<PictureOptions, 'crop' | 'rotate' | 'flip'>;

/** How a picture gets its size. */
export interface Resizing extends Size {
  readonly filters: readonly string[];
}

const TURNS = [[], ['transpose=clock'], ['hflip', 'vflip'], ['transpose=cclock']] as const;

/** Whether pictures are to have another shape, or lie another way, than they do. */
export function isReshaped({ width, height, crop, rotate, flip }: GeometryOptions): boolean {
  return [width, height, crop, rotate, flip].some((option) => option !== undefined);
}

/**
 * The filters that cut out, turn, mirror and scale pictures, in this order, and the size they have after that. They count
 * in the pixels of the screen: what is stored narrower than it is shown is brought to its shape first.
 * @param step what sides that are asked for are made a multiple of
 * @throws ConversionError INVALID_OPTION when what is cut out is not all within the picture
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

function stepped({ width, height }: Size, step: 1 | 2): Size {
  const side = (length: number) => Math.max(step, Math.floor(length / step) * step);
  return { width: side(width), height: side(height) };
}
