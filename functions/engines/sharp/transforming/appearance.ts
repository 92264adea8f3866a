import type { Metadata, Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { isWideGamut } from '../colors/icc-profile.ts';
import type { Picture } from '../picture.ts';
import { backgroundColour, hasColouredBackground, type PictureOptions, sharpColour } from '../picture-options.ts';
import { namesLocation } from '../writing/strip-gps.ts';

/** Targets that hold 16 bits a channel. */
const HIGH_DEPTH_TARGETS: readonly FormatName[] = ['png', 'tiff', 'psd'];
/** Targets that hold EXIF and XMP. */
const DESCRIBED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff'];

/** Targets that hold an ICC profile. */
const PROFILED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff', 'psd', 'pdf'];
/** Colour spaces that an RGB profile applies to. */
const RGB: readonly (string | undefined)[] = ['srgb', 'rgb16'];

/**
 * Whether a picture keeps its colours and its profile: only those with a wide gamut do, of which sRGB would lose some.
 * All others are converted to sRGB.
 */
function keepsProfile({ icc, space }: Metadata, target: FormatName): boolean {
  return PROFILED_TARGETS.includes(target) && RGB.includes(space) && icc !== undefined && isWideGamut(icc);
}

/** Whether a profile can be kept, whatever its gamut. */
function holdsProfile({ icc, space }: Metadata, target: FormatName): boolean {
  return icc !== undefined && space !== 'cmyk' && PROFILED_TARGETS.includes(target);
}

/** Whether a picture is stored in shades of grey. */
export function isGrey({ space }: Metadata): boolean {
  return space === 'b-w' || space === 'grey16';
}

/** Whether the 16 bits of a picture's channels are kept. */
function isHighDepth({ depth }: Metadata, target: FormatName, quality: Quality): boolean {
  return depth === 'ushort' && holdsHighDepth(target, quality);
}

/** Whether a target keeps 16 bits a channel at a quality. */
export function holdsHighDepth(target: FormatName, quality: Quality): boolean {
  return HIGH_DEPTH_TARGETS.includes(target) && quality !== 'low';
}

/** How a picture's colours are converted. */
export interface ColourPlan {
  /** Keep 16 bits. */
  readonly highDepth: boolean;
  /** Keep a grey picture in one channel. */
  readonly grey: boolean;
  /** Keep the profile and its colours. */
  readonly profile?: boolean;
  /** Convert to grey. */
  readonly toGrey?: boolean;
}

/** The request that decides about colours. */
interface ColourRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
}

/** Plans how a picture's colours are converted, by its metadata and the options. */
export function planColours(picture: Picture, { target, quality, options }: ColourRequest): ColourPlan {
  const { metadata } = picture;
  const highDepth = isHighDepth(metadata, target, quality);
  if (options.color === 'gray') return { highDepth, grey: true, toGrey: true };
  if (options.color === 'keep') return { highDepth, grey: true, profile: holdsProfile(metadata, target) };
  // The background is an sRGB colour: only greys are the same in every profile.
  const inSrgb = options.color === 'srgb' || hasColouredBackground(options, target);
  return { highDepth, grey: true, profile: !inSrgb && keepsProfile(metadata, target) };
}

/** Converts colours to sRGB or grey, or keeps them with their profile. */
export function applyColour(
  image: Sharp,
  { icc, space }: Metadata,
  { highDepth, grey, profile, toGrey }: ColourPlan,
): Sharp {
  const [greySpace, rgbSpace] = highDepth ? ['grey16', 'rgb16'] : ['b-w', 'srgb'];
  if (toGrey) return grey ? image.toColourspace(greySpace) : image.modulate({ saturation: 0 }).toColourspace('srgb');
  if (profile) return image.keepIccProfile().toColourspace(isGrey({ space } as Metadata) ? greySpace : rgbSpace);
  if (grey && (space === 'b-w' || space === 'grey16')) return image.toColourspace(greySpace);
  // With a profile, libvips converts 16 bits through a wider space, from which they have to be brought back to sRGB.
  if (icc && space === 'rgb16') image.withIccProfile('srgb', { attach: false });
  return image.toColourspace(rgbSpace);
}

/** Blends transparent pixels onto the requested background, or onto white where the target has no alpha. */
export function applyBackground(
  image: Sharp,
  { metadata }: Picture,
  target: FormatName,
  options: PictureOptions,
): Sharp {
  const colour = backgroundColour(options, target);
  if (colour === undefined) return image;
  // A channel that was removed as no alpha would be blended all the same: sharp does that first.
  if (!metadata.hasAlpha) return image;
  if (colour.alpha === 255) return image.flatten({ background: sharpColour(colour) });
  const dot = { create: { width: 1, height: 1, channels: 4, background: sharpColour(colour) } } as const;
  return image.composite([{ input: dot, tile: true, blend: 'dest-over' }]);
}

/** Keeps EXIF and XMP where the target can hold them. */
export function keepMetadata(
  image: Sharp,
  { metadata: { exif, icc, xmpAsString } }: Picture,
  target: FormatName,
  {
    profile = false,
    strip = 'none',
  }: { readonly profile?: boolean; readonly strip?: PictureOptions['strip_metadata'] },
): Sharp {
  if (!DESCRIBED_TARGETS.includes(target) || strip === 'all') return image;
  // EXIF must not refer to a profile that is not kept, as "uncalibrated" does.
  if (exif && icc && !profile) image.withExifMerge({ IFD2: { ColorSpace: '1' } });
  else if (exif) image.keepExif();
  if (!xmpAsString || LINKED_PARTS.test(xmpAsString)) return image;
  return strip === 'gps' && namesLocation(xmpAsString) ? image : image.withXmp(uprightXmp(xmpAsString));
}

/** XMP that refers to other parts of the file, such as a gain map or a video, which are not kept. */
const LINKED_PARTS = /GContainer|Container:Directory|MicroVideo|MotionPhoto|hdrgm:/;

/** Resets the orientation in XMP, which has been applied to the pixels. */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:="|='|>))\s*\d/g, (_, name: string) => `${name}1`);
}
