import type { Metadata, Sharp } from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';
import { isWideGamut } from './icc-profile.ts';
import type { Picture } from './picture.ts';

/** Targets that hold 16 bits a channel. */
const DEEP_TARGETS: readonly FormatName[] = ['png', 'tiff'];
/** Targets that hold EXIF and XMP. */
const DESCRIBED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff'];

/** Targets that hold a profile. */
const PROFILED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff', 'pdf'];
/** Colours that a profile of RGB speaks of. */
const RGB: readonly (string | undefined)[] = ['srgb', 'rgb16'];

/**
 * Whether the colours of a picture stay as they are, with the profile that says what they mean. That is so of wide
 * ones only: sRGB would lose some of them. What fits into sRGB is brought there, and needs no profile to be understood.
 */
export function keepsProfile({ icc, space }: Metadata, target: FormatName): boolean {
  return PROFILED_TARGETS.includes(target) && RGB.includes(space) && icc !== undefined && isWideGamut(icc);
}

/** Whether the 16 bits of a picture's channels are kept. */
export function isDeep({ depth }: Metadata, target: FormatName, quality: Quality): boolean {
  return depth === 'ushort' && holdsDepth(target, quality);
}

/** Whether 16 bits a channel would be kept. */
export function holdsDepth(target: FormatName, quality: Quality): boolean {
  return DEEP_TARGETS.includes(target) && quality !== 'low';
}

/** What is to become of a picture's colours. */
export interface ColourWish {
  /** Keep 16 bits. */
  readonly deep: boolean;
  /** Keep a grey picture in one channel. */
  readonly grey: boolean;
  /** Keep the profile, and the colours as it means them. */
  readonly profile?: boolean;
}

/** Colours as a screen shows them: sRGB, or grey where the picture is grey, or what a profile that is kept says. */
export function applyColour(image: Sharp, { icc, space }: Metadata, { deep, grey, profile }: ColourWish): Sharp {
  if (profile) return image.keepIccProfile().toColourspace(deep ? 'rgb16' : 'srgb');
  if (grey && (space === 'b-w' || space === 'grey16')) return image.toColourspace(deep ? 'grey16' : 'b-w');
  // With a profile, 16 bits pass through a wider space than sRGB, and have to be brought back from it.
  if (icc && space === 'rgb16') image.withIccProfile('srgb', { attach: false });
  return image.toColourspace(deep ? 'rgb16' : 'srgb');
}

/** Keeps what the camera and its owner wrote about the picture, where the target can hold it. */
export function keepMetadata(image: Sharp, picture: Picture, target: FormatName): Sharp {
  const { exif, icc, xmpAsString } = picture.metadata;
  if (!DESCRIBED_TARGETS.includes(target)) return image;
  // A profile that is not kept must not live on in EXIF, where "uncalibrated" stands for one.
  if (exif && icc && !keepsProfile(picture.metadata, target)) image.withExifMerge({ IFD2: { ColorSpace: '1' } });
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
