import sharp from 'sharp';
import type { BookFiles } from './read-book.ts';

/** A picture of a book. */
export interface Picture {
  /** A data URL. */
  readonly url: string;
  /** In pixels; 0 where that is not known. */
  readonly width: number;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Reads the pictures of a book, by their paths. @throws ConversionError TOO_COMPLEX */
export async function readPictures(paths: readonly string[], files: BookFiles): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const path of new Set(paths)) {
    const type = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const data = Object.hasOwn(MEDIA_TYPES, type) && files.data(path);
    if (!data) continue;
    const { width = 0 } = await sharp(data)
      .metadata()
      .catch(() => ({ width: 0 }));
    pictures.set(path, { url: `data:${MEDIA_TYPES[type]};base64,${data.toString('base64')}`, width });
  }
  return pictures;
}
