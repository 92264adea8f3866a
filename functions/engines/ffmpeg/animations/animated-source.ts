import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { unsupported } from '../../refusals.ts';
import { convertPicture as convertBySharp } from '../../sharp/convert-picture.ts';
import { hasTrack, readBox } from '../../sharp/reading/heif-boxes.ts';
import { missingStream } from '../checking/missing-stream.ts';
import { checkAnimation } from '../planning/limits.ts';
import { TONE_MAPPING } from '../planning/video-filters.ts';
import { inspect } from '../reading/inspect.ts';
import { measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/job.ts';
import { ANIMATION_TARGETS } from './animation-targets.ts';
import { loopCountOf } from './loop-count.ts';

/** Formats of pictures that may be animated. */
const ANIMATED: readonly FormatName[] = ['gif', 'apng', 'webp', 'avif', 'heic'];
/** Those that ffmpeg does not read, or not as the animation they are. */
const UNREAD: readonly FormatName[] = ['webp', 'avif', 'heic'];
/** Those that hold an animation beside their pictures, or instead of them. */
const WITH_TRACKS: readonly FormatName[] = ['avif', 'heic'];

/** What transparency is called: of everything, and of HEVC. */
const ALPHA = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

/** Whether pictures of a format may be animated. */
export function isAnimated(format: FormatName): boolean {
  return ANIMATED.includes(format);
}

/** Whether ffmpeg reads a format; else it has to become an animated PNG before it is converted to what moves. */
export function isDecodable(format: FormatName): boolean {
  return !UNREAD.includes(format);
}

/** The same job with an animated PNG for its source. */
export async function withApngSource(job: MediaJob): Promise<MediaJob> {
  const folder = await mkdtemp(join(job.folder, 'animation-'));
  const moving = WITH_TRACKS.includes(job.sourceFormat) && hasTrack(job.sourcePath);
  const sourcePath = moving
    ? await decodeTracks(job, join(folder, 'animation.apng'))
    : await writeStill({ ...job, folder, targetFormat: 'apng', quality: 'high', options: {} });
  return { ...job, sourcePath, sourceFormat: 'apng' };
}

/** The same job with an animation of one picture for its source. */
export async function withStillSource(job: MediaJob): Promise<MediaJob> {
  const folder = await mkdtemp(join(job.folder, 'still-'));
  const order = { ...job, folder, targetFormat: 'gif', quality: 'high', options: {} } as const;
  return { ...job, sourcePath: (await convertBySharp(order)).path, sourceFormat: 'gif' };
}

/** @throws ConversionError where a file holds more pictures than one, none of which moves. */
async function writeStill(job: MediaJob): Promise<string> {
  const { path, format } = await convertBySharp(job);
  if (format === 'apng') return path;
  throw unsupported(
    'The file holds several pictures, none of which moves. They can be converted to: jpg, png, tiff, webp, pdf.',
  );
}

/** Decodes the animation of an AVIF or HEIC, whose transparency is an animation of its own. Beside them lie still pictures, which do not last. */
async function decodeTracks(job: MediaJob, resultPath: string): Promise<string> {
  const { source, media, duration } = await inspect(job.sourceFormat, job);
  const animations = media.video.filter((stream) => stream.duration !== undefined);
  const picture = largest(animations.filter((stream) => !isGrey(stream))) ?? largest(animations);
  if (!picture) throw missingStream(media, 'video', job.targetFormat);
  checkAnimation(duration, job.targetFormat);
  const alpha = (await saysAlpha(job.sourcePath))
    ? animations.find((stream) => stream !== picture && isGrey(stream) && isAsLarge(stream, picture))
    : undefined;
  // How long the last frame is to be seen is known to nobody who writes it.
  const last = (await measure(source, job)).get(picture.index)?.last ?? 0;
  const tones = picture.hdr ? `${TONE_MAPPING},` : '';
  const graph = alpha
    ? `[0:${picture.index}]${tones}format=yuv444p[front];[front][0:${alpha.index}]alphamerge,format=rgba`
    : `[0:${picture.index}]${tones}format=rgb24`;
  const settings = [
    '-filter_complex',
    graph,
    '-map_metadata',
    '-1',
    '-fps_mode',
    'vfr',
    '-c:v',
    'apng',
    '-pred',
    'none',
  ];
  await encode(
    {
      source,
      reading: ['-max_error_rate', '0.2'],
      arguments: [
        ...settings,
        ...ANIMATION_TARGETS.apng.loopCount(await loopCountOf(job)),
        ...['-final_delay', `${Math.round(last * 1000)}/1000`, '-f', 'apng'],
      ],
      resultPath,
    },
    job,
  );
  return resultPath;
}

async function saysAlpha(path: string): Promise<boolean> {
  const animation = readBox(path, 'moov');
  return ALPHA.some((word) => animation?.includes(word));
}

function isGrey({ pixelFormat }: MediaStream): boolean {
  return pixelFormat.startsWith('gray');
}

/** The first of the largest: small ones may lie beside it, to be shown in its place. */
function largest(animations: readonly MediaStream[]): MediaStream | undefined {
  const most = Math.max(...animations.map(({ width, height }) => width * height));
  return animations.find(({ width, height }) => width * height === most);
}

function isAsLarge(a: MediaStream, b: MediaStream): boolean {
  return a.width === b.width && a.height === b.height;
}
