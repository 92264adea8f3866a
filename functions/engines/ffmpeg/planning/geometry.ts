import { invalidOption } from '../../../conversion/options.ts';
import type { MediaStream } from '../reading/media.ts';
import { type Resizing, resize, type Size, type SizeOptions } from './frame-size.ts';

/** What may be asked of the shape of a video's pictures. */
export interface GeometryOptions extends SizeOptions {
  readonly crop?: string;
  readonly rotate?: 90 | 180 | 270;
  readonly flip?: 'horizontal' | 'vertical' | 'both';
}

const TURNS = { 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const;
const FLIPS = { horizontal: ['hflip'], vertical: ['vflip'], both: ['hflip', 'vflip'] } as const;

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
  const { width, height, pixelShape = 1 } = stream;
  const shown: Size = { width: Math.max(1, Math.round(width * pixelShape)), height };
  const cropped = options.crop === undefined ? shown : cropSize(options.crop, shown);
  const { rotate, flip } = options;
  const turned = rotate === 90 || rotate === 270 ? { width: cropped.height, height: cropped.width } : cropped;
  const filters = [
    ...(pixelShape === 1 ? [] : [`scale=${shown.width}:${shown.height}`, 'setsar=1']),
    ...(options.crop === undefined ? [] : [cropFilter(options.crop)]),
    ...(rotate ? TURNS[rotate] : []),
    ...(flip ? FLIPS[flip] : []),
  ];
  if (options.width === undefined && options.height === undefined) return { ...turned, filters };
  const resized = resize(turned, options, step);
  return { ...resized, filters: [...filters, ...resized.filters, 'setsar=1'] };
}

function cropSize(crop: string, { width, height }: Size): Size {
  const [left, top, wide, high] = numbersOf(crop);
  if (left + wide <= width && top + high <= height) return { width: wide, height: high };
  throw invalidOption(`The option "crop" must lie within the picture, which has ${width} x ${height} pixels.`);
}

function cropFilter(crop: string): string {
  const [left, top, wide, high] = numbersOf(crop);
  return `crop=${wide}:${high}:${left}:${top}:exact=1`;
}

function numbersOf(crop: string): [left: number, top: number, width: number, height: number] {
  const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number);
  return [left, top, width, height];
}
