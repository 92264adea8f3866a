import { invalidOption } from '../../conversion/options.ts';
import { missingStream, unreadable } from './checking/unreadable.ts';
import { checkSound, chooseEffort } from './planning/limits.ts';
import { joinPlans, mainStream } from './planning/plan.ts';
import { planSound, tagArguments } from './planning/plan-audio.ts';
import { videoCodecOf } from './planning/video-options.ts';
import { VIDEO_TARGETS, type VideoTarget, type VideoTargetName } from './planning/video-targets.ts';
import { inspect } from './reading/inspect.ts';
import type { Media, MediaStream } from './reading/media.ts';
import { probe } from './reading/probe.ts';
import { openSource } from './reading/source.ts';
import { runPlan, tagsOf } from './running/run-plan.ts';
import type { MediaJob } from './running/tool.ts';
import { withTags } from './tags/with-tags.ts';

/** The longest side of a cover in pixels, and the frame rate of a still picture. */
const COVER = { side: 1280, rate: 2 };
/** The waveform that is shown where sound has no cover. */
const WAVEFORM = { width: 640, height: 360, rate: 12 };
/** Seconds between key frames: players jump to them. */
const KEY_FRAMES = 5;

/** Whether a video is made of the sound of a file: the codec has to take the frame rate of a still picture. */
export function isOnlySound({ video, audio, damaged }: Media, target: VideoTargetName): boolean {
  return (
    video.length === 0 &&
    audio.length > 0 &&
    !damaged.includes('video') &&
    !videoCodecOf(VIDEO_TARGETS[target], {}).frameRates
  );
}

/** Makes a video of sound: with its cover, else with its waveform. */
export async function convertSoundToVideo(job: MediaJob, target: VideoTargetName): Promise<void> {
  const [asked] = Object.keys(job.options);
  if (asked) throw invalidOption(`The option "${asked}" cannot be used for a video that is made of sound.`);
  const inspected = await withTags(await inspect(job.sourceFormat, job), job);
  const { media, duration } = inspected;
  const stream = mainStream(media.audio);
  if (!stream) throw missingStream(media, 'audio', target);
  const settings: VideoTarget = VIDEO_TARGETS[target];
  checkSound([stream], duration, 80_000);
  await runPlan(job, inspected, undefined, (copy) => {
    const context = { copies: copy ? settings.copies.audio : [], keepsTime: false };
    return joinPlans(
      [planSound(stream, settings.audio, job.quality, context)],
      [
        ...pictureArguments(media, stream, duration, job, target),
        ...tagArguments(tagsOf(inspected, job)),
        // The still picture repeats without end.
        ...['-t', duration.toFixed(6)],
        ...(settings.options ?? []),
        ...['-f', settings.muxer],
      ],
    );
  });
  const made = await probe(await openSource(job.resultPath, target), job);
  if (made.video.length === 0) throw unreadable('a cover that is no picture');
}

function pictureArguments(
  { covers: [cover] }: Media,
  sound: MediaStream,
  duration: number,
  { quality }: MediaJob,
  target: VideoTargetName,
): string[] {
  const size = cover ? { width: COVER.side, height: COVER.side } : WAVEFORM;
  const { rate } = cover ? COVER : WAVEFORM;
  const shown: MediaStream = { ...sound, ...size, frameRate: String(rate), hdr: false };
  const codec = videoCodecOf(VIDEO_TARGETS[target], {});
  const encoding = { ...codec.settings[quality], ...chooseEffort(shown, duration, codec, target).settings };
  const shrink = `min(1\\,${COVER.side}/max(iw\\,ih))`;
  // The waveform is one line for all channels; True Audio does not state a channel layout. The filter takes no low sample rate.
  const graph = cover
    ? `[0:${cover.index}]scale=w='max(2\\,trunc(iw*${shrink}/2)*2)':h='max(2\\,trunc(ih*${shrink}/2)*2)',setsar=1,tpad=stop=-1:stop_mode=clone,fps=${rate}`
    : `[0:${sound.index}]aformat=channel_layouts=mono:sample_rates=48000,showwaves=size=${WAVEFORM.width}x${WAVEFORM.height}:rate=${rate}:mode=cline:colors=0x4f8cff:draw=full:scale=sqrt`;
  return [
    ...['-filter_complex', `${graph},format=yuv420p[picture]`, '-map', '[picture]', '-c:v', codec.encoder],
    ...Object.entries(encoding).flatMap(([name, value]) => [`-${name}:v`, value]),
    ...['-g', String(rate * KEY_FRAMES)],
  ];
}
