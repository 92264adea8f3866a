import type { Metadata, Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import { USUAL_DENSITY } from './encodings.ts';
import { namesLocation } from './strip-gps.ts';

/** Targets that hold EXIF, XMP and a density. */
const DESCRIBED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff'];
/** XMP that refers to other parts of the file, such as a gain map or a video, which are not kept. */
const LINKED_PARTS = /GContainer|Container:Directory|MicroVideo|MotionPhoto|hdrgm:/;

/**
 * Adds EXIF, XMP and the density to the result.
 * @param hasProfile whether the result keeps the profile of the source
 */
export function addMetadata(image: Sharp, picture: Picture, request: PictureRequest, hasProfile: boolean): void {
  const { metadata } = picture;
  const { target } = request;
  const { dpi: asked, strip_metadata: strip = 'none' } = request.options;
  if (!DESCRIBED_TARGETS.includes(target)) return;
  if (strip !== 'all') keepMetadata(image, metadata, { hasProfile, hasPlace: strip === 'none' });
  const dpi = asked ?? (strip === 'all' ? undefined : keptDensity(metadata, target));
  if (dpi === undefined) return;
  // Sharp writes the density to EXIF too, and would keep the source's EXIF with it.
  if (strip === 'all')
    image.withExif({ IFD0: { XResolution: `${dpi}/1`, YResolution: `${dpi}/1`, ResolutionUnit: '2' } });
  image.withDensity(dpi);
}

function keepMetadata(
  image: Sharp,
  { exif, icc, xmpAsString: xmp }: Metadata,
  { hasProfile, hasPlace }: { readonly hasProfile: boolean; readonly hasPlace: boolean },
): void {
  // EXIF must not refer to a profile that is not kept, as "uncalibrated" does.
  if (exif && icc && !hasProfile) image.withExifMerge({ IFD2: { ColorSpace: '1' } });
  else if (exif) image.keepExif();
  if (xmp && !LINKED_PARTS.test(xmp) && (hasPlace || !namesLocation(xmp))) image.withXmp(uprightXmp(xmp));
}

/** Resets the orientation in XMP, which has been applied to the pixels. */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:="|='|>))\s*\d/g, (_, name: string) => `${name}1`);
}

/**
 * The density that the library does not write by itself: it leaves that of a JPEG out, and for want of one it writes 25.4 into
 * a PNG and into EXIF.
 */
function keptDensity({ density, exif }: Metadata, target: FormatName): number | undefined {
  if (density === undefined) return exif || target === 'png' ? USUAL_DENSITY : undefined;
  return target === 'jpg' && density > USUAL_DENSITY ? density : undefined;
}
