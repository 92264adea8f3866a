import type { MediaStream } from '../reading/media.ts';
import { fractionValue } from '../reading/read-probe.ts';
import type { Resizing } from './geometry.ts';
import type { VideoCodec } from './video-codecs.ts';

/** From the brightness of HDR screens to that of ordinary ones. */
export const TONE_MAPPING = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
].join(',');

/** A video has no transparency: what is behind is white, as with pictures. */
export const ON_WHITE =
  'format=rgba,split[front][back];[back]drawbox=color=white:thickness=fill:replace=1[white];[white][front]overlay=format=auto';

/** Lets the colours be taken for what they usually are. */
export const WITHOUT_LABEL = 'setparams=colorspace=unknown';

/** Half pictures to whole ones, where they are half ones. */
export const DEINTERLACING = 'bwdif=mode=send_frame:deint=interlaced';
const FROM_RGB = 'scale=out_color_matrix=bt709:out_range=tv';
const TO_FULL_RANGE = 'scale=out_range=pc';
const HIGHEST_STEADY_RATE = 60;

/** What else is done to the pictures of a video. */
export interface VideoChange {
  /** What lets only the pictures of a part pass. */
  readonly cut: readonly string[];
  /** What gives them another shape, and the size that they have then. */
  readonly reshaping?: Resizing;
  /** Frames a second, where another rate than its own is asked for. */
  readonly rate?: string;
  /** What draws on them, at last. */
  readonly drawing: readonly string[];
}

/** What players know of colours, where that is not what most of them do. */
type Colours = Pick<VideoCodec, 'pixelFormat' | 'fullRange'>;

const NO_CHANGE: VideoChange = { cut: [], drawing: [] };

/** The filters of a video, so that any player plays it. */
export function videoFilters(
  stream: MediaStream,
  frameRates: VideoCodec['frameRates'],
  { cut, reshaping, rate, drawing }: VideoChange = NO_CHANGE,
  { pixelFormat: wanted = 'yuv420p', fullRange = false }: Colours = {},
): string {
  const { interlaced, hdr, mislabelled, pixelFormat } = stream;
  const shown = reshaping ? { ...stream, width: reshaping.width, height: reshaping.height } : stream;
  return [
    ...cut,
    ...(mislabelled ? [WITHOUT_LABEL] : []),
    ...(interlaced ? [DEINTERLACING] : []),
    ...(hdr ? [TONE_MAPPING] : []),
    ...(hasAlpha(stream) ? [ON_WHITE] : []),
    ...(reshaping?.filters ?? []),
    ...evenSize(shown),
    ...(/^(rgb|bgr|gbr|argb|abgr|pal8|0rgb|0bgr|yuvj|ya|gray)/.test(pixelFormat) ? [FROM_RGB] : []),
    ...fpsFilter(rate ?? steadyRate(stream, frameRates)),
    ...drawing,
    ...(fullRange ? [TO_FULL_RANGE] : []),
    `format=${wanted}`,
  ].join(',');
}

/** Whether its pictures can be transparent. */
export function hasAlpha({ pixelFormat }: Pick<MediaStream, 'pixelFormat'>): boolean {
  return /^(rgba|bgra|argb|abgr|gbrap|yuva|ya|pal8)/.test(pixelFormat);
}

/** Colours are stored for two pixels each way together: a line too many is cut off, and one alone doubled. */
function evenSize({ width, height, fitted }: MediaStream): string[] {
  if (fitted) return [`scale=${width}:${height}`];
  if (width === 1 || height === 1) return [`scale=${Math.max(width & ~1, 2)}:${Math.max(height & ~1, 2)}`];
  return width % 2 || height % 2 ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : [];
}

function fpsFilter(rate: string | undefined): string[] {
  return rate === undefined ? [] : [`fps=${rate}`];
}

/** Frames a second of what is made of a video, where all have to last equally long. */
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
