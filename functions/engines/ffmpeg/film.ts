import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { readHead } from '../read-head.ts';
import { convertPicture as convertBySharp } from '../sharp/convert-picture.ts';
import { hasTrack } from '../sharp/heif-boxes.ts';
import { ANIMATION_TARGETS } from './animation-targets.ts';
import { encode } from './encode.ts';
import { inspect } from './inspect.ts';
import type { MediaJob } from './job.ts';
import { checkAnimation } from './limits.ts';
import { measure } from './measure.ts';
import type { MediaStream } from './media.ts';
import { nothingThere } from './nothing-there.ts';
import { playsOf } from './plays.ts';
import { TONE_MAPPING } from './video-filters.ts';

/** Formats of pictures that may be animated. */
const FILMED: readonly FormatName[] = ['gif', 'apng', 'webp', 'avif'];
/** Those that ffmpeg does not read, or not as the animation they are. */
const UNREAD: readonly FormatName[] = ['webp', 'avif'];

const LOOKED_AT = 1024 * 1024;
const ALPHA = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';

/** Whether pictures of a format may be animated. */
export function isFilmed(format: FormatName): boolean {
  return FILMED.includes(format);
}

/** Whether ffmpeg reads a format; else it has to become an animated PNG before it is converted to what moves. */
export function isRead(format: FormatName): boolean {
  return !UNREAD.includes(format);
}

/** The same job with an animated PNG for its source. */
export async function takeFilm(job: MediaJob): Promise<MediaJob> {
  const folder = await mkdtemp(join(job.folder, 'film-'));
  const moving = job.sourceFormat === 'avif' && (await hasTrack(job.sourcePath));
  const sourcePath = moving
    ? await decodeTracks(job, join(folder, 'film.apng'))
    : (await convertBySharp({ ...job, folder, targetFormat: 'apng', quality: 'high', options: {} })).path;
  return { ...job, sourcePath, sourceFormat: 'apng' };
}

/** The same job with an animation of one picture for its source. */
export async function takeStill(job: MediaJob): Promise<MediaJob> {
  const folder = await mkdtemp(join(job.folder, 'still-'));
  const wish = { ...job, folder, targetFormat: 'gif', quality: 'high', options: {} } as const;
  return { ...job, sourcePath: (await convertBySharp(wish)).path, sourceFormat: 'gif' };
}

/** Decodes the film of an AVIF, whose transparency is a film of its own. Beside them lie still pictures, which do not last. */
async function decodeTracks(job: MediaJob, resultPath: string): Promise<string> {
  const { source, media, duration } = await inspect('avif', job);
  const films = media.video.filter((stream) => stream.duration !== undefined);
  const picture = films.find((stream) => !isGrey(stream)) ?? films[0];
  if (!picture) throw nothingThere(media, 'video', job.targetFormat);
  checkAnimation(duration, job.targetFormat);
  const alpha = (await readHead(job.sourcePath, LOOKED_AT)).includes(ALPHA)
    ? films.find((stream) => stream !== picture && isGrey(stream) && isAsLarge(stream, picture))
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
        ...ANIMATION_TARGETS.apng.plays(await playsOf(job)),
        ...['-final_delay', `${Math.round(last * 1000)}/1000`, '-f', 'apng'],
      ],
      resultPath,
    },
    job,
  );
  return resultPath;
}

function isGrey({ pixelFormat }: MediaStream): boolean {
  return pixelFormat.startsWith('gray');
}

function isAsLarge(a: MediaStream, b: MediaStream): boolean {
  return a.width === b.width && a.height === b.height;
}
