import type { Metadata, Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { isWideGamut } from '../colors/icc-profile.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import { backgroundColour, hasColouredBackground } from '../picture-options.ts';

/** Targets that hold 16 bits a channel. */
const HIGH_DEPTH_TARGETS: readonly FormatName[] = ['png', 'tiff', 'psd'];
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

/** Whether a target keeps 16 bits a channel at a quality. */
export function holdsHighDepth(target: FormatName, quality: Quality): boolean {
  return HIGH_DEPTH_TARGETS.includes(target) && quality !== 'low';
}

/** How a picture's colours are converted. */
export interface ColourPlan {
  /** Keep 16 bits. */
  readonly highDepth: boolean;
  /** Convert to three channels of sRGB, also what is grey. */
  readonly toSrgb?: boolean;
  /** Keep the profile and its colours. */
  readonly profile?: boolean;
  /** Convert to grey. */
  readonly toGrey?: boolean;
}

/** Plans how a picture's colours are converted, by its metadata and the options. */
export function planColours(picture: Picture, { target, quality, options }: PictureRequest): ColourPlan {
  const { metadata } = picture;
  const highDepth = metadata.depth === 'ushort' && holdsHighDepth(target, quality);
  if (options.color === 'gray') return { highDepth, toGrey: true };
  if (options.color === 'keep') return { highDepth, profile: holdsProfile(metadata, target) };
  // The background is an sRGB colour: only greys are the same in every profile.
  const inSrgb = options.color === 'srgb' || hasColouredBackground(options, target);
  return { highDepth, profile: !inSrgb && keepsProfile(metadata, target) };
}

/** Converts colours to sRGB or grey, or keeps them with their profile. */
export function applyColour(
  image: Sharp,
  metadata: Metadata,
  { highDepth, toSrgb, profile, toGrey }: ColourPlan,
): Sharp {
  const [greySpace, rgbSpace] = highDepth ? ['grey16', 'rgb16'] : ['b-w', 'srgb'];
  if (toGrey) return toSrgb ? image.modulate({ saturation: 0 }).toColourspace('srgb') : image.toColourspace(greySpace);
  if (profile) return image.keepIccProfile().toColourspace(isGrey(metadata) ? greySpace : rgbSpace);
  if (!toSrgb && isGrey(metadata)) return image.toColourspace(greySpace);
  // With a profile, libvips converts 16 bits through a wider space, from which they have to be brought back to sRGB.
  if (metadata.icc && metadata.space === 'rgb16') image.withIccProfile('srgb', { attach: false });
  return image.toColourspace(rgbSpace);
}

/**
 * Opens a picture with the colours of the result. Transparent pixels are blended onto the requested background, or onto white
 * where the target has no alpha.
 */
export function openColoured(picture: Picture, plan: ColourPlan, { target, options }: PictureRequest): Sharp {
  const image = applyColour(picture.open(), picture.metadata, plan);
  const colour = backgroundColour(options, target);
  // A channel that was removed as no alpha would be blended all the same: sharp does that first.
  if (colour === undefined || !picture.metadata.hasAlpha) return image;
  if (colour.alpha === 1) return image.flatten({ background: colour });
  const dot = { create: { width: 1, height: 1, channels: 4, background: colour } } as const;
  return image.composite([{ input: dot, tile: true, blend: 'dest-over' }]);
}
