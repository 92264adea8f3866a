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

/** Targets that hold a profile. */
const PROFILED_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff', 'psd', 'pdf'];
/** Colours that a profile of RGB speaks of. */
const RGB: readonly (string | undefined)[] = ['srgb', 'rgb16'];

/**
 * Whether the colours of a picture stay as they are, with the profile that says what they mean. That is so of wide
 * ones only: sRGB would lose some of them. What fits into sRGB is brought there, and needs no profile to be understood.
 */
export function keepsProfile({ icc, space }: Metadata, target: FormatName): boolean {
  return PROFILED_TARGETS.includes(target) && RGB.includes(space) && icc !== undefined && isWideGamut(icc);
}

/** Whether a profile could be kept, whatever it says. */
function holdsProfile({ icc, space }: Metadata, target: FormatName): boolean {
  return icc !== undefined && space !== 'cmyk' && PROFILED_TARGETS.includes(target);
}

/** Whether a picture has shades of grey only, by its file. */
export function isGrey({ space }: Metadata): boolean {
  return space === 'b-w' || space === 'grey16';
}

/** Whether the 16 bits of a picture's channels are kept. */
export function isHighDepth({ depth }: Metadata, target: FormatName, quality: Quality): boolean {
  return depth === 'ushort' && holdsHighDepth(target, quality);
}

/** Whether 16 bits a channel would be kept. */
export function holdsHighDepth(target: FormatName, quality: Quality): boolean {
  return HIGH_DEPTH_TARGETS.includes(target) && quality !== 'low';
}

/** What is to become of a picture's colours. */
export interface ColourPlan {
  /** Keep 16 bits. */
  readonly highDepth: boolean;
  /** Keep a grey picture in one channel. */
  readonly grey: boolean;
  /** Keep the profile, and the colours as it means them. */
  readonly profile?: boolean;
  /** Make it grey. */
  readonly toGrey?: boolean;
}

/** What was asked for, and what for. */
interface ColourRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
}

/** What is to become of a picture's colours, by its file and by what is asked for. */
export function planColours(picture: Picture, { target, quality, options }: ColourRequest): ColourPlan {
  const { metadata } = picture;
  const highDepth = isHighDepth(metadata, target, quality);
  if (options.color === 'gray') return { highDepth, grey: true, toGrey: true };
  if (options.color === 'keep') return { highDepth, grey: true, profile: holdsProfile(metadata, target) };
  // A colour that is given is one of sRGB: only shades of grey are the same in every profile.
  const inSrgb = options.color === 'srgb' || hasColouredBackground(options, target);
  return { highDepth, grey: true, profile: !inSrgb && keepsProfile(metadata, target) };
}

/** Colours as a screen shows them: sRGB, or grey where the picture is grey, or what a profile that is kept says. */
export function applyColour(
  image: Sharp,
  { icc, space }: Metadata,
  { highDepth, grey, profile, toGrey }: ColourPlan,
): Sharp {
  if (toGrey)
    return grey
      ? image.toColourspace(highDepth ? 'grey16' : 'b-w')
      : image.modulate({ saturation: 0 }).toColourspace('srgb');
  if (profile && isGrey({ space } as Metadata))
    return image.keepIccProfile().toColourspace(highDepth ? 'grey16' : 'b-w');
  if (profile) return image.keepIccProfile().toColourspace(highDepth ? 'rgb16' : 'srgb');
  if (grey && (space === 'b-w' || space === 'grey16')) return image.toColourspace(highDepth ? 'grey16' : 'b-w');
  // With a profile, 16 bits pass through a wider space than sRGB, and have to be brought back from it.
  if (icc && space === 'rgb16') image.withIccProfile('srgb', { attach: false });
  return image.toColourspace(highDepth ? 'rgb16' : 'srgb');
}

/** Lays what is asked for below what is transparent; white where the target holds no transparency. */
export function applyBackground(
  image: Sharp,
  { metadata }: Picture,
  target: FormatName,
  options: PictureOptions,
): Sharp {
  const colour = backgroundColour(options, target);
  if (colour === undefined) return image;
  if (colour.alpha === 255) return image.flatten({ background: sharpColour(colour) });
  if (!metadata.hasAlpha) return image;
  const dot = { create: { width: 1, height: 1, channels: 4, background: sharpColour(colour) } } as const;
  return image.composite([{ input: dot, tile: true, blend: 'dest-over' }]);
}

/** Keeps what the camera and its owner wrote about the picture, where the target can hold it. */
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
  // A profile that is not kept must not live on in EXIF, where "uncalibrated" stands for one.
  if (exif && icc && !profile) image.withExifMerge({ IFD2: { ColorSpace: '1' } });
  else if (exif) image.keepExif();
  if (!xmpAsString || LINKED_PARTS.test(xmpAsString)) return image;
  return strip === 'gps' && namesLocation(xmpAsString) ? image : image.withXmp(uprightXmp(xmpAsString));
}

/** XMP that speaks of other parts of its file, a gain map or a film, which do not come along. */
const LINKED_PARTS = /GContainer|Container:Directory|MicroVideo|MotionPhoto|hdrgm:/;

/** XMP repeats the orientation; the pixels are turned already. */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:="|='|>))\s*\d/g, (_, name: string) => `${name}1`);
}
