import type { Metadata, Sharp } from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';

/** Targets that hold 16 bits a channel. */
const DEEP_TARGETS: readonly FormatName[] = ['png', 'tiff'];
/** Targets that hold EXIF and XMP. */
const DESCRIBED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff'];

/** Whether the 16 bits of a picture's channels are kept. */
export function isDeep({ depth }: Metadata, target: FormatName, quality: Quality): boolean {
  return depth === 'ushort' && DEEP_TARGETS.includes(target) && quality !== 'low';
}

/** What is to become of a picture's colours. */
export interface ColourWish {
  /** Keep 16 bits. */
  readonly deep: boolean;
  /** Keep a grey picture in one channel. */
  readonly grey: boolean;
}

/** Colours as a screen shows them: sRGB, or grey where the picture is grey. */
export function applyColour(image: Sharp, { icc, space }: Metadata, { deep, grey }: ColourWish): Sharp {
  if (grey && (space === 'b-w' || space === 'grey16')) return image.toColourspace(deep ? 'grey16' : 'b-w');
  // With a profile, 16 bits pass through a wider space than sRGB, and have to be brought back from it.
  if (icc && space === 'rgb16') image.withIccProfile('srgb', { attach: false });
  return image.toColourspace(deep ? 'rgb16' : 'srgb');
}

/** Keeps what the camera and its owner wrote about the picture, where the target can hold it. */
export function keepMetadata(image: Sharp, { exif, icc, xmpAsString }: Metadata, target: FormatName): Sharp {
  if (!DESCRIBED_TARGETS.includes(target)) return image;
  // A profile that is not kept must not live on in EXIF, where "uncalibrated" stands for one.
  if (exif && icc) image.withExifMerge({ IFD2: { ColorSpace: '1' } });
  else if (exif) image.keepExif();
  if (xmpAsString && !PROMISES.test(xmpAsString)) image.withXmp(uprightXmp(xmpAsString));
  return image;
}

/** XMP that speaks of other parts of its file, a gain map or a film, which do not come along. */
const PROMISES = /GContainer|Container:Directory|MicroVideo|MotionPhoto|hdrgm:/;

/** XMP repeats the orientation; the pixels are turned already. */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:="|='|>))\s*\d/g, (_, name: string) => `${name}1`);
}
