import { invalidOption } from '../../../conversion/options.ts';
import type { PictureOptions } from '../picture-options.ts';

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture. */
export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** The steps that change the geometry of a picture, in this order. */
export interface Geometry {
  /** The requested part of the upright source. */
  readonly crop?: Region;
  /** Quarter turns clockwise. */
  readonly turns: 0 | 1 | 2 | 3;
  readonly mirrored: boolean;
  readonly upsideDown: boolean;
  /** The size that it is scaled to. */
  readonly scaled?: Size;
  /** The part that is kept of that. */
  readonly cut?: Region;
  /** Its region in a result that adds a border. */
  readonly border?: Region;
  /** The size after crop and rotation. */
  readonly turned: Size;
  readonly result: Size;
}

/**
 * Plans the geometry of a picture by its options.
 * @param size of the upright source
 * @returns undefined when they do not change it
 * @throws ConversionError INVALID_OPTION when the crop reaches beyond the picture, or it is not rotated by quarters
 */
export function planGeometry(size: Size, options: PictureOptions): Geometry | undefined {
  const crop = options.crop === undefined ? undefined : readCrop(options.crop, size);
  const degrees = (((options.rotate ?? 0) % 360) + 360) % 360;
  const { flip } = options;
  const mirrored = flip === 'horizontal' || flip === 'both';
  const upsideDown = flip === 'vertical' || flip === 'both';
  if (degrees % 90 !== 0)
    throw invalidOption(`The option "rotate" must be a multiple of 90 for pictures, not ${options.rotate}.`);
  const turns = (degrees / 90) as Geometry['turns'];
  const upright = crop ?? size;
  const turned = turns % 2 === 0 ? upright : { width: upright.height, height: upright.width };
  const fitted = fitInto(turned, options);
  const moved = crop || degrees > 0 || mirrored || upsideDown;
  if (!moved && !fitted.scaled && !fitted.cut && !fitted.border) return undefined;
  return { ...(crop ? { crop } : {}), turns, mirrored, upsideDown, turned, ...fitted };
}

function readCrop(text: string, size: Size): Region | undefined {
  const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number);
  if (left + width > size.width || top + height > size.height)
    throw invalidOption(
      `The option "crop" must lie within the picture, which has ${size.width} x ${size.height} pixels; ${text} does not.`,
    );
  if (width === size.width && height === size.height) return undefined;
  return { left, top, width, height };
}

/** Plans how a picture gets the requested size. */
function fitInto(size: Size, options: PictureOptions): Pick<Geometry, 'scaled' | 'cut' | 'border' | 'result'> {
  const { width, height, fit = 'inside' } = options;
  const scaled = scaledTo(size, options);
  const box = { width: width ?? scaled.width, height: height ?? scaled.height };
  const isScaled = scaled.width !== size.width || scaled.height !== size.height;
  const change = isScaled ? { scaled } : {};
  if (fit === 'cover') {
    const part = centred(box, scaled);
    const isCut = part.width < scaled.width || part.height < scaled.height;
    return { ...change, ...(isCut ? { cut: part } : {}), result: { width: part.width, height: part.height } };
  }
  if (fit === 'contain' && (box.width > scaled.width || box.height > scaled.height))
    return { ...change, border: centred(scaled, box), result: box };
  return { ...change, result: scaled };
}

function scaledTo(size: Size, { width, height, fit = 'inside', enlarge = true }: PictureOptions): Size {
  if (width === undefined && height === undefined) return size;
  const across = width === undefined ? undefined : width / size.width;
  const down = height === undefined ? undefined : height / size.height;
  const both = [across ?? down ?? 1, down ?? across ?? 1] as const;
  const one = fit === 'outside' || fit === 'cover' ? Math.max(...both) : Math.min(...both);
  const [horizontal, vertical] = fit === 'fill' ? both : [one, one];
  const bounded = (factor: number) => (enlarge ? factor : Math.min(1, factor));
  const side = (length: number, factor: number) => Math.max(1, Math.round(length * bounded(factor)));
  return { width: side(size.width, horizontal), height: side(size.height, vertical) };
}

/** The largest region of a size in the middle of another. */
function centred(wanted: Size, whole: Size): Region {
  const width = Math.min(wanted.width, whole.width);
  const height = Math.min(wanted.height, whole.height);
  return { left: (whole.width - width) >> 1, top: (whole.height - height) >> 1, width, height };
}
