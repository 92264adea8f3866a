/** A width and a height, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What may be asked of the size of a picture. */
export interface SizeOptions {
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
}

/** How a picture gets its size. */
export interface Resizing extends Size {
  readonly filters: readonly string[];
}

/**
 * The filters that bring a picture of square pixels to the size that is asked for.
 * @param step what sides are a multiple of
 */
export function resize(size: Size, { width, height, fit = 'inside' }: SizeOptions, step: 1 | 2): Resizing {
  const [byWidth, byHeight] = [(width ?? 0) / size.width, (height ?? 0) / size.height];
  const side = (wanted: number) => Math.max(step, Math.round(wanted / step) * step);
  const scaled = (factor: number): Size => ({ width: side(size.width * factor), height: side(size.height * factor) });
  const scale = (to: Size) => `scale=${to.width}:${to.height}`;
  if (width === undefined || height === undefined) {
    const { width: w, height: h } = scaled(byWidth || byHeight);
    const to = { width: width === undefined ? w : side(width), height: height === undefined ? h : side(height) };
    return { ...to, filters: [scale(to)] };
  }
  const box = { width: side(width), height: side(height) };
  if (fit === 'fill') return { ...box, filters: [scale(box)] };
  const inner = scaled(Math.min(byWidth, byHeight));
  const outer = scaled(Math.max(byWidth, byHeight));
  if (fit === 'inside') return { ...inner, filters: [scale(inner)] };
  if (fit === 'outside') return { ...outer, filters: [scale(outer)] };
  if (fit === 'contain') {
    const within = { width: Math.min(inner.width, box.width), height: Math.min(inner.height, box.height) };
    return { ...box, filters: [scale(within), `pad=${box.width}:${box.height}:(ow-iw)/2:(oh-ih)/2`] };
  }
  const around = { width: Math.max(outer.width, box.width), height: Math.max(outer.height, box.height) };
  return { ...box, filters: [scale(around), `crop=${box.width}:${box.height}`] };
}
