import type { AvifOptions, GifOptions, JpegOptions, PngOptions, WebpOptions } from 'sharp';
import type { PictureOptions } from '../picture-options.ts';

/** What each encoder is told by options, beyond what a quality means to it. Of an option that is not given, nothing. */
export const ENCODER_OPTIONS = {
  jpg: (options: PictureOptions): JpegOptions => ({
    ...given('quality', options.image_quality),
    ...given('progressive', options.progressive),
    ...given('chromaSubsampling', options.chroma_subsampling),
  }),
  png: (options: PictureOptions): PngOptions => ({
    ...given('compressionLevel', options.effort),
    ...given('progressive', options.progressive),
    ...(options.colors === undefined ? {} : { palette: true, colours: options.colors, quality: 100 }),
  }),
  webp: (options: PictureOptions): WebpOptions => ({
    ...given('quality', options.image_quality),
    ...given('lossless', options.lossless),
    ...given('effort', options.effort),
  }),
  avif: (options: PictureOptions): AvifOptions => ({
    ...given('quality', options.image_quality),
    ...given('effort', options.effort),
    ...given('chromaSubsampling', options.chroma_subsampling),
    ...(options.lossless ? { lossless: true, chromaSubsampling: '4:4:4' } : {}),
  }),
  gif: (options: PictureOptions): GifOptions => ({
    ...given('effort', options.effort),
    ...given('progressive', options.progressive),
    ...given('colours', options.colors),
  }),
} as const;

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: Value });
}
