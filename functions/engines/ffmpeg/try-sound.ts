import { invalidOption } from '../../conversion/options.ts';
import { AUDIO_CODECS, type AudioCodecName } from './audio-codecs.ts';
import type { MediaStream } from './media.ts';
import { mapStreams } from './plan.ts';
import { planSound } from './plan-audio.ts';
import type { SoundWish } from './sound-wish.ts';
import { runTool, type Workplace } from './tool.ts';

const LAYOUTS = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];
const INSTEAD_OF_SOUND = 'anullsrc';
const LENGTH = '0.3';

/**
 * Tries with silence whether an encoder does what is asked of it: which bitrates go with which sample rates and channels
 * only the encoder knows.
 * @throws ConversionError INVALID_OPTION
 */
export async function trySound(
  stream: MediaStream,
  codec: AudioCodecName,
  { bitrate, vbr, sampleRate, channels }: SoundWish,
  place: Workplace,
): Promise<void> {
  const asked = { bitrate, vbr, sampleRate, channels };
  if (Object.values(asked).every((value) => value === undefined)) return;
  const wish = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as SoundWish;
  const plan = planSound({ ...stream, index: 0 }, codec, 'medium', { copies: [], keepsTime: false, wish });
  const layout = LAYOUTS[Math.min(stream.channels, LAYOUTS.length) - 1] ?? 'stereo';
  const { exitCode } = await runTool('ffmpeg', place, {
    arguments: [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-t', LENGTH],
      ...['-i', `${INSTEAD_OF_SOUND}=r=${stream.sampleRate}:cl=${layout}`],
      ...[...mapStreams([plan]), '-f', 'null', '-'],
    ],
  });
  if (exitCode === 0) return;
  const names = { audio_bitrate: bitrate, vbr_quality: vbr, sample_rate: sampleRate, channels };
  const words = Object.entries(names).flatMap(([name, value]) => (value === undefined ? [] : [`"${name}" ${value}`]));
  throw invalidOption(
    `The ${AUDIO_CODECS[codec].encoder} encoder cannot do ${words.join(' with ')} for this sound, which has ${stream.channels} channels at ${stream.sampleRate} Hz.`,
  );
}
