import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { unsupported } from '../../refusals.ts';
import { convertPicture as convertBySharp } from '../../sharp/convert-picture.ts';
import { hasTrack, readBox } from '../../sharp/reading/heif-boxes.ts';
import { missingStream } from '../checking/unreadable.ts';
import { checkAnimation } from '../planning/limits.ts';
import { TONE_MAPPING } from '../planning/video-filters.ts';
import { inspect } from '../reading/inspect.ts';
import { measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import { FOR_EVER } from './animation-size.ts';
import { ANIMATION_TARGETS } from './animation-targets.ts';

/** Picture formats of which ffmpeg reads no animation. */
const UNDECODABLE: readonly FormatName[] = ['webp', 'avif', 'heic'];
/** Those that hold an animation in tracks beside their still pictures, or instead of them. */
const WITH_TRACKS: readonly FormatName[] = ['avif', 'heic'];

/** The types of an auxiliary alpha picture: the generic one, and that of HEVC. */
const ALPHA = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

/** The same job with its source decoded to an animated PNG, where ffmpeg does not decode animations of its format. */
export async function withDecodableSource(job: MediaJob): Promise<MediaJob> {
  if (!UNDECODABLE.includes(job.sourceFormat)) return job;
  const folder = await mkdtemp(join(job.folder, 'animation-'));
  const moving = WITH_TRACKS.includes(job.sourceFormat) && hasTrack(job.sourcePath);
  const sourcePath = moving
    ? await decodeTracks(job, join(folder, 'animation.apng'))
    : await writeStill({ ...job, folder, targetFormat: 'apng', quality: 'high', options: {} });
  return { ...job, sourcePath, sourceFormat: 'apng' };
}

/** @throws ConversionError UNSUPPORTED_CONVERSION where a file holds several still pictures and no animation */
async function writeStill(job: MediaJob): Promise<string> {
  const { path, format } = await convertBySharp(job);
  if (format === 'apng') return path;
  throw unsupported(
    'The file holds several still pictures and no animation. They can be converted to: jpg, png, tiff, webp, pdf.',
  );
}

/** Decodes the animation of an AVIF or HEIC. Its transparency is a track of its own; still pictures beside it have no duration. */
async function decodeTracks(job: MediaJob, resultPath: string): Promise<string> {
  const { source, media, duration } = await inspect(job.sourceFormat, job);
  const animations = media.video.filter((stream) => stream.duration !== undefined);
  const picture = largest(animations.filter((stream) => !isGrey(stream))) ?? largest(animations);
  if (!picture) throw missingStream(media, 'video', job.targetFormat);
  checkAnimation(duration, job.targetFormat);
  const alpha = (await declaresAlpha(job.sourcePath))
    ? animations.find((stream) => stream !== picture && isGrey(stream) && isAsLarge(stream, picture))
    : undefined;
  // The muxer cannot know how long the last frame is shown.
  const last = (await measure(source, job)).get(picture.index)?.last ?? 0;
  const tones = picture.hdr ? `${TONE_MAPPING},` : '';
  const graph = alpha
    ? `[0:${picture.index}]${tones}format=yuv444p[front];[front][0:${alpha.index}]alphamerge,format=rgba`
    : `[0:${picture.index}]${tones}format=rgb24`;
  await encode(
    {
      source,
      reading: ['-max_error_rate', '0.2'],
      arguments: [
        ...['-filter_complex', graph, '-map_metadata', '-1', '-fps_mode', 'vfr', '-c:v', 'apng', '-pred', 'none'],
        ...ANIMATION_TARGETS.apng.loopCount(FOR_EVER),
        ...['-final_delay', `${Math.round(last * 1000)}/1000`, '-f', 'apng'],
      ],
      resultPath,
    },
    job,
  );
  return resultPath;
}

async function declaresAlpha(path: string): Promise<boolean> {
  const animation = readBox(path, 'moov');
  return ALPHA.some((word) => animation?.includes(word));
}

function isGrey({ pixelFormat }: MediaStream): boolean {
  return pixelFormat.startsWith('gray');
}

/** The first of the largest tracks: a file may hold thumbnails of it. */
function largest(animations: readonly MediaStream[]): MediaStream | undefined {
  const most = Math.max(...animations.map(({ width, height }) => width * height));
  return animations.find(({ width, height }) => width * height === most);
}

function isAsLarge(a: MediaStream, b: MediaStream): boolean {
  return a.width === b.width && a.height === b.height;
}
