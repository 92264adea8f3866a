import { unreadable } from '../checking/unreadable.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { pixelFormatOf } from './decoders.ts';
import type { Media, MediaStream, StreamType } from './media.ts';
import { type Source, sourceArguments } from './source.ts';

const ENTRIES = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,codec_tag_string,duration,width,height,pix_fmt,field_order,color_transfer,color_space,avg_frame_rate',
  'stream=sample_aspect_ratio',
  'stream=r_frame_rate,channels,sample_rate,sample_fmt,bits_per_raw_sample,bits_per_sample',
  'stream_tags=DURATION,alpha_mode,ALPHA_MODE',
  'stream_disposition=default,attached_pic,timed_thumbnails',
  'stream_side_data=side_data_type,rotation',
  'packet=pts_time,flags',
  'packet_side_data=side_data_type',
].join(':');

/** The first packets show whether they are encrypted, or hidden. */
const FIRST_PACKETS = '%+#16';

/**
 * Probes a media file with ffprobe.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function probe(source: Source, files: JobFiles): Promise<Media> {
  const { stdout, stderr } = await runTool('ffprobe', files, {
    arguments: [
      '-v',
      'warning',
      ...sourceArguments(source),
      '-show_entries',
      ENTRIES,
      '-read_intervals',
      FIRST_PACKETS,
      '-of',
      'json',
    ],
  });
  const media = readMedia(stdout, stderr);
  if (!media) throw unreadable(stderr);
  return media;
}

/** What ffprobe prints as JSON; any of it may be missing. */
interface ProbeOutput {
  readonly format?: { readonly duration?: string; readonly start_time?: string };
  readonly streams?: readonly ProbeStream[];
  readonly packets?: readonly ProbePacket[];
}

interface ProbePacket {
  readonly pts_time?: string;
  readonly flags?: string;
  readonly side_data_list?: readonly SideData[];
}

interface SideData {
  readonly side_data_type?: string;
  readonly rotation?: number;
}

interface ProbeStream {
  readonly index?: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly codec_tag_string?: string;
  readonly duration?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly sample_aspect_ratio?: string;
  readonly field_order?: string;
  readonly color_transfer?: string;
  readonly color_space?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly sample_fmt?: string;
  readonly bits_per_raw_sample?: string;
  readonly bits_per_sample?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly side_data_list?: readonly SideData[];
}

/** ffprobe's warning where it has no better way to find a duration. */
const ESTIMATED = /Estimating duration from bitrate/;
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
const TYPES = ['video', 'audio', 'subtitle'] as const;
const INTERLACED = ['tt', 'bb', 'tb', 'bt'];
/** Lossless codecs, whose samples of more than 16 bits are kept. */
const LOSSLESS = /^(pcm_|flac|alac|wavpack|tta|ape|truehd|mlp)/;
/** Seconds before the start that are no more than the priming of a sound decoder. */
const PRIMING = 0.1;
/** ffprobe's warning about Windows Media with DRM. */
const PROTECTED = /DRM protected/;
const MOST_STRETCHED = 4;
/** The frame rate of very slow video, as a multiple of its average: frames are shown nearly on time. */
const STEPS_BETWEEN = 10;
const ENCRYPTED_TAGS = ['encv', 'enca', 'drmi', 'drms', 'encs', 'p608'];

/** Parses what ffprobe printed; undefined where that is no JSON object. */
export function readMedia(json: string, warnings: string): Media | undefined {
  const printed = parse(json);
  if (!printed) return undefined;
  const entries = printed.streams ?? [];
  const pictures = entries.filter(isAttachedPicture);
  const ofType = (type: StreamType) =>
    entries
      .filter((entry) => entry.codec_type === type && !pictures.includes(entry) && isDecodable(entry))
      .map((entry) => readStream(entry, type));
  return {
    duration: seconds(printed.format?.duration),
    start: Number(printed.format?.start_time) || 0,
    estimated: ESTIMATED.test(warnings),
    encrypted: isEncrypted(printed) || PROTECTED.test(warnings),
    trimmed: isTrimmed(printed),
    video: ofType('video'),
    audio: ofType('audio'),
    subtitles: ofType('subtitle'),
    damaged: TYPES.filter((type) => entries.some((entry) => entry.codec_type === type && !isDecodable(entry))),
    covers: pictures.filter(isDecodable).map((entry) => readStream(entry, 'video')),
  };
}

function parse(json: string): ProbeOutput | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEncrypted({ streams = [], packets = [] }: ProbeOutput): boolean {
  const sideData = [...streams, ...packets].flatMap(({ side_data_list: list = [] }) => list);
  return (
    streams.some(({ codec_tag_string: tag = '' }) => ENCRYPTED_TAGS.includes(tag)) ||
    sideData.some(({ side_data_type: type = '' }) => type.startsWith('Encryption'))
  );
}

/** Whether the first packets lie before the start, where they are decoded and not shown. */
function isTrimmed({ packets = [] }: ProbeOutput): boolean {
  return packets.some(({ flags = '', pts_time: time }) => flags.includes('D') && Number(time) < -PRIMING);
}

function isAttachedPicture({ codec_type, disposition = {} }: ProbeStream): boolean {
  return codec_type === 'video' && Boolean(disposition.attached_pic || disposition.timed_thumbnails);
}

/** Whether the decoder found a pixel or sample format, which it does not of a damaged stream. */
function isDecodable({ codec_name: codec = 'unknown', codec_type: type, ...entry }: ProbeStream): boolean {
  if (codec === 'unknown') return false;
  if (type === 'video') return Boolean(entry.width && entry.height && (entry.pix_fmt ?? 'unknown') !== 'unknown');
  if (type === 'audio')
    return Boolean(entry.channels && Number(entry.sample_rate) && (entry.sample_fmt ?? 'unknown') !== 'unknown');
  return true;
}

function readStream(entry: ProbeStream, type: StreamType): MediaStream {
  const { tags = {}, side_data_list: sideData = [], field_order: order = '', disposition = {} } = entry;
  const rotation = sideData.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const upright = rotation % 180 === 0;
  const { width = 0, height = 0, codec_name: codec = '' } = entry;
  return {
    index: entry.index ?? 0,
    type,
    codec,
    preferred: disposition.default === 1,
    duration: seconds(entry.duration) ?? clock(tags.DURATION),
    width: upright ? width : height,
    height: upright ? height : width,
    rotated: rotation % 360 !== 0,
    sampleAspectRatio: sampleAspectRatio(entry, upright),
    pixelFormat: pixelFormatOf(codec, entry.pix_fmt ?? '', tags),
    frameRate: frameRate(entry),
    averageRate: fractionValue(entry.avg_frame_rate ?? '') || undefined,
    interlaced: INTERLACED.includes(order),
    hdr: HDR_TRANSFERS.includes(entry.color_transfer ?? ''),
    mislabelled: entry.color_space === 'gbr' && /^(yuv|nv|p0|gray)/.test(entry.pix_fmt ?? ''),
    channels: entry.channels ?? 0,
    sampleRate: Number(entry.sample_rate ?? 0),
    lossless: LOSSLESS.test(codec),
    highDepth: LOSSLESS.test(codec) && bits(entry) > 16,
  };
}

function bits({ bits_per_raw_sample: raw, bits_per_sample: coded, sample_fmt: format = '' }: ProbeStream): number {
  return Number(raw) || coded || (/^(s32|s64|flt|dbl)/.test(format) ? 24 : 16);
}

/** The sample aspect ratio, or 1 where it is so extreme that players ignore it. */
function sampleAspectRatio({ sample_aspect_ratio: ratio = '' }: ProbeStream, upright: boolean): number {
  const shape = fractionValue(ratio.replace(':', '/'));
  if (shape < 1 / MOST_STRETCHED || shape > MOST_STRETCHED) return 1;
  return upright ? shape : 1 / shape;
}

/**
 * The average frame rate where it is plausible, else the rate of which all timestamps are multiples. Where both are below
 * one frame a second, it is a multiple of the average.
 */
function frameRate({ avg_frame_rate: average = '', r_frame_rate: base = '' }: ProbeStream): string | undefined {
  const plausible = [average, base].find((rate) => {
    const value = fractionValue(rate);
    return value >= 1 && value <= 240;
  });
  const slow = fractionValue(average);
  if (plausible !== undefined || slow === 0 || slow > 1 || fractionValue(base) > 1) return plausible;
  return String(Math.max(1, Math.round(slow * STEPS_BETWEEN)));
}

/** The value of a fraction as ffprobe prints it; 0 where it has none. */
export function fractionValue(fraction: string): number {
  const [numerator = 0, denominator = 1] = fraction.split('/').map(Number);
  const value = numerator / denominator;
  return Number.isFinite(value) ? value : 0;
}

function seconds(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Parses a duration as Matroska tags have it: 00:01:02.345000000 */
function clock(text: string | undefined): number | undefined {
  const [, hours, minutes, rest] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  return rest === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}
