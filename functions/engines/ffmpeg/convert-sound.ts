import type { Inspected } from './checking/check-result.ts';
import { missingStream } from './checking/missing-stream.ts';
import { AUDIO_CODECS } from './planning/audio-codecs.ts';
import { AUDIO_TARGETS, type AudioTarget, type AudioTargetName } from './planning/audio-targets.ts';
import { cutOf, lengthWithin } from './planning/cut.ts';
import { checkSound } from './planning/limits.ts';
import { planAudio } from './planning/plan-audio.ts';
import { isVideoTarget } from './planning/plan-video.ts';
import { type AudioOptions, trackOptions } from './planning/track-options.ts';
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
  const reading = { keepsTime: isVideoTarget(job.sourceFormat), reading: readingOf(inspected, cut, job) };
  const asked = await trackOptions(inspected, settings, { ...reading, cut }, job);
  await runPlan(job, inspected, cut, (copy) =>
    planAudio(media, settings, job.quality, {
      ...{ copy, cut, keepsTime: reading.keepsTime, tags: tagsOf(inspected, job) },
      cover: options.cover ?? true,
      settingsOf: (stream) => asked.get(stream) ?? {},
    }),
  );
}

/** The most bytes that a second of the result takes; of lossy codecs, a rough bound. */
function bytesPerSecond({ media }: Inspected, { codec }: AudioTarget, options: AudioOptions): number {
  const [{ channels, sampleRate, highDepth } = { channels: 2, sampleRate: 48_000, highDepth: false }] = media.audio;
  const samples = (options.channels ?? channels) * (options.sample_rate ?? sampleRate);
  return 'highDepth' in AUDIO_CODECS[codec] ? samples * (highDepth ? 3 : 2) : 80_000;
}
