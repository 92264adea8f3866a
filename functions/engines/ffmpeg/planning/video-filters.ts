import type { MediaStream } from '../reading/media.ts';
import { fractionValue } from '../reading/probe.ts';
import type { Resizing } from './geometry.ts';
import type { VideoCodec } from './video-codecs.ts';

/** Maps HDR to the brightness of ordinary screens. */
export const TONE_MAPPING = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
].join(',');

/** Blends transparent video onto white, as with pictures. */
export const ON_WHITE =
  'format=rgba,split[front][back];[back]drawbox=color=white:thickness=fill:replace=1[white];[white][front]overlay=format=auto';

/** Drops a wrong colour space label, so that the usual one applies. */
const WITHOUT_LABEL = 'setparams=colorspace=unknown';

/** Deinterlaces the frames that are interlaced. */
const DEINTERLACING = 'bwdif=mode=send_frame:deint=interlaced';
const FROM_RGB = 'scale=out_color_matrix=bt709:out_range=tv';
const HIGHEST_STEADY_RATE = 60;

/** What the options change in a video. */
export interface VideoChange {
  /** The filters that pass only a part of the source. */
  readonly cut: readonly string[];
  /** The filters that change the geometry, and the size after them. */
  readonly reshaping?: Resizing;
  /** The requested frame rate. */
  readonly rate?: string;
  /** The filters that burn subtitles in, which come last. */
  readonly drawing: readonly string[];
}

const NO_CHANGE: VideoChange = { cut: [], drawing: [] };

/** The filters that make a video playable everywhere. */
export function videoFilters(
  stream: MediaStream,
  frameRates: VideoCodec['frameRates'],
  { cut, reshaping, rate, drawing }: VideoChange = NO_CHANGE,
  { pixelFormat: wanted = 'yuv420p', transparent }: Pick<VideoCodec, 'pixelFormat' | 'transparent'> = {},
): string {
  const shown = reshaping ? { ...stream, width: reshaping.width, height: reshaping.height } : stream;
  return [
    ...cut,
    ...repairs(stream),
    ...(hasAlpha(stream) && !transparent ? [ON_WHITE] : []),
    ...(reshaping?.filters ?? []),
    ...evenSize(shown),
    ...(/^(rgb|bgr|gbr|argb|abgr|pal8|0rgb|0bgr|yuvj|ya|gray)/.test(stream.pixelFormat) ? [FROM_RGB] : []),
    ...fpsFilter(rate ?? steadyRate(stream, frameRates)),
    ...drawing,
    `format=${hasAlpha(stream) ? (transparent ?? wanted) : wanted}`,
  ].join(',');
}

/** The filters that show the frames of a stream as ordinary ones. */
export function repairs({ mislabelled, interlaced, hdr }: MediaStream): string[] {
  return [
    ...(mislabelled ? [WITHOUT_LABEL] : []),
    ...(interlaced ? [DEINTERLACING] : []),
    ...(hdr ? [TONE_MAPPING] : []),
  ];
}

/** Whether a stream has an alpha channel or a palette with one. */
export function hasAlpha({ pixelFormat }: Pick<MediaStream, 'pixelFormat'>): boolean {
  return /^(rgba|bgra|argb|abgr|gbrap|yuva|ya|pal8)/.test(pixelFormat);
}

/** Chroma subsampling needs even sides: an odd line is cropped, and a single one doubled. */
function evenSize({ width, height, fitted }: MediaStream): string[] {
  if (fitted) return [`scale=${width}:${height}`];
  if (width === 1 || height === 1) return [`scale=${Math.max(width & ~1, 2)}:${Math.max(height & ~1, 2)}`];
  return width % 2 || height % 2 ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : [];
}

function fpsFilter(rate: string | undefined): string[] {
  return rate === undefined ? [] : [`fps=${rate}`];
}

/** The constant frame rate of the result, where the codec needs one. */
export function steadyRate(
  { frameRate = '25' }: Pick<MediaStream, 'frameRate'>,
  frameRates: VideoCodec['frameRates'],
): string | undefined {
  if (!frameRates) return undefined;
  const wanted = fractionValue(frameRate);
  if (frameRates === 'steady') return wanted > HIGHEST_STEADY_RATE ? String(HIGHEST_STEADY_RATE) : frameRate;
  const distance = (rate: string) => Math.abs(fractionValue(rate) - wanted);
  const [nearest = '25'] = [...frameRates].sort((a, b) => distance(a) - distance(b));
  return nearest;
}
