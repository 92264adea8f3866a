import { hasFormat } from '../engine.ts';
import type { Inspected } from './checking/check-result.ts';
import { missingStream } from './checking/unreadable.ts';
import { AUDIO_CODECS } from './planning/audio-codecs.ts';
import { AUDIO_TARGETS, type AudioTarget, type AudioTargetName } from './planning/audio-targets.ts';
import { cutOf, lengthWithin } from './planning/cut.ts';
import { checkSound } from './planning/limits.ts';
import { joinPlans } from './planning/plan.ts';
import {
  codecFor,
  coverArguments,
  lengthArguments,
  planSound,
  soundTracks,
  tagArguments,
} from './planning/plan-audio.ts';
import { type AudioOptions, trackOptions } from './planning/track-options.ts';
import { VIDEO_TARGETS } from './planning/video-targets.ts';
import { inspect } from './reading/inspect.ts';
import { limitToCut } from './reading/limit-to-cut.ts';
import { readingOf, runPlan, tagsOf } from './running/run-plan.ts';
import type { MediaJob } from './running/tool.ts';
import { withTags } from './tags/with-tags.ts';

/** Converts sound, or the sound of a video, to a sound file. */
export async function convertToAudio(job: MediaJob, target: AudioTargetName): Promise<void> {
  const seen = await inspect(job.sourceFormat, job);
  if (seen.media.audio.length === 0) throw missingStream(seen.media, 'audio', target);
  const options = job.options as AudioOptions;
  const cut = cutOf(options, seen.duration);
  const settings: AudioTarget = AUDIO_TARGETS[target];
  const inspected = await withTags(await limitToCut(seen, cut, 'audio', job), job, settings);
  const { media } = inspected;
  checkSound(media.audio, lengthWithin(cut, seen.duration), bytesPerSecond(inspected, settings, options));
  const keepsTime = hasFormat(VIDEO_TARGETS, job.sourceFormat);
  const reading = { source: inspected.source, reading: readingOf(inspected, cut, job), keepsTime, cut };
  const asked = await trackOptions(inspected, settings, reading, job);
  await runPlan(job, inspected, cut, (copy) => {
    const copies = copy && !media.trimmed ? settings.copies : [];
    const plans = soundTracks(media, settings).map((stream) => {
      const track = asked.get(stream) ?? {};
      const codec = codecFor(stream, settings, job.quality, track);
      return planSound(stream, codec, job.quality, { copies, keepsTime, asked: track });
    });
    return joinPlans(plans, [
      ...(options.cover === false ? [] : coverArguments(media, settings)),
      ...tagArguments(tagsOf(inspected, job)),
      ...lengthArguments(cut),
      ...[...(settings.options ?? []), '-f', settings.muxer],
    ]);
  });
}

/** The most bytes that a second of the result takes; of lossy codecs, a rough bound. */
function bytesPerSecond({ media }: Inspected, { codec }: AudioTarget, options: AudioOptions): number {
  const [{ channels, sampleRate, highDepth } = { channels: 2, sampleRate: 48_000, highDepth: false }] = media.audio;
  const samples = (options.channels ?? channels) * (options.sample_rate ?? sampleRate);
  return 'highDepth' in AUDIO_CODECS[codec] ? samples * (highDepth ? 3 : 2) : 80_000;
}
