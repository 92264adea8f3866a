import { describe, expect, it } from 'vitest';
import { AUDIO_TARGETS } from '../../../functions/engines/ffmpeg/planning/audio-targets.ts';
import { planAudio } from '../../../functions/engines/ffmpeg/planning/plan-audio.ts';
import { planVideo } from '../../../functions/engines/ffmpeg/planning/plan-video.ts';
import type { Media, MediaStream } from '../../../functions/engines/ffmpeg/reading/media.ts';

const stream: Omit<MediaStream, 'index' | 'kind' | 'codec'> = {
  codecTag: '',
  preferred: false,
  duration: 60,
  width: 0,
  height: 0,
  turned: false,
  pixelFormat: '',
  frameRate: undefined,
  interlaced: false,
  hdr: false,
  mislabelled: false,
  channels: 0,
  sampleRate: 0,
  lossless: false,
  deep: false,
};
const size = { width: 1281, height: 720, pixelFormat: 'yuv420p', frameRate: '25/1' };
const picture: MediaStream = { ...stream, ...size, index: 0, kind: 'video', codec: 'vp9' };
const MEDIA: Media = {
  duration: 60,
  guessed: false,
  encrypted: false,
  video: [picture],
  audio: [{ ...stream, index: 1, kind: 'audio', codec: 'flac', channels: 2, sampleRate: 44_100, lossless: true }],
  subtitles: [{ ...stream, index: 2, kind: 'subtitle', codec: 'subrip' }],
  damaged: [],
  covers: [{ ...picture, index: 3, codec: 'mjpeg' }],
};

/** What ffmpeg was told before there were options. */
const VIDEOS = [
  [
    'mp4',
    '-map 0:0 -c:v:0 libx264 -crf:v:0 23 -preset:v:0 medium -filter:v:0 crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,format=yuv420p -fps_mode:v:0 vfr -enc_time_base:v:0 demux -map 0:1 -c:a:0 aac -b:a:0 160k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|4.0|5.0|5.1|7.1:sample_rates=48000|44100|32000|24000 -map 0:2 -c:s:0 mov_text -map_metadata 0 -movflags +faststart -f mp4',
  ],
  [
    'webm',
    '-map 0:0 -c:v:0 copy -map 0:1 -c:a:0 libopus -b:a:0 112k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|quad|5.0|5.1|6.1|7.1 -map 0:2 -c:s:0 webvtt -map_metadata 0 -f webm',
  ],
  [
    'avi',
    '-map 0:0 -c:v:0 mpeg4 -q:v:0 4 -tag:v:0 XVID -filter:v:0 crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,fps=25/1,format=yuv420p -fps_mode:v:0 cfr -map 0:1 -c:a:0 libmp3lame -b:a:0 160k -filter:a:0 aresample=async=1:first_pts=0,aformat=sample_rates=48000|44100|32000|22050 -map_metadata 0 -f avi',
  ],
  [
    'mpg',
    '-map 0:0 -c:v:0 mpeg2video -q:v:0 4 -filter:v:0 crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,fps=25,format=yuv420p -fps_mode:v:0 cfr -map 0:1 -c:a:0 libtwolame -b:a:0 192k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo:sample_rates=48000|44100|32000 -map_metadata 0 -f mpeg',
  ],
  [
    '3gp',
    '-map 0:0 -c:v:0 libx264 -crf:v:0 25 -profile:v:0 baseline -preset:v:0 medium -filter:v:0 crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,format=yuv420p -fps_mode:v:0 vfr -enc_time_base:v:0 demux -map 0:1 -c:a:0 aac -b:a:0 160k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|4.0|5.0|5.1|7.1:sample_rates=48000|44100|32000|24000 -map_metadata 0 -movflags +faststart -f 3gp',
  ],
  [
    'mxf',
    '-map 0:0 -c:v:0 mpeg2video -q:v:0 4 -filter:v:0 crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,fps=25,format=yuv420p -fps_mode:v:0 cfr -map 0:1 -c:a:0 pcm_s16le -filter:a:0 aresample=async=1:first_pts=0,aformat=sample_rates=48000 -map_metadata 0 -f mxf',
  ],
] as const;
const SOUNDS = [
  [
    'mp3',
    '-map 0:1 -c:a:0 libmp3lame -q:a:0 3 -filter:a:0 aresample=async=1:first_pts=0,aformat=sample_rates=48000|44100|32000|24000 -map 0:3 -c:v copy -disposition:v:0 attached_pic -map_metadata 0 -id3v2_version 3 -f mp3',
  ],
  [
    'm4a',
    '-map 0:1 -c:a:0 aac -b:a:0 160k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|4.0|5.0|5.1|7.1:sample_rates=48000|44100|32000|24000 -map 0:3 -c:v copy -disposition:v:0 attached_pic -map_metadata 0 -movflags +faststart -f ipod',
  ],
  ['flac', '-map 0:1 -c:a:0 copy -map 0:3 -c:v copy -disposition:v:0 attached_pic -map_metadata 0 -f flac'],
  [
    'opus',
    '-map 0:1 -c:a:0 libopus -b:a:0 112k -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|quad|5.0|5.1|6.1|7.1 -map_metadata 0 -f opus',
  ],
  [
    'ogg',
    '-map 0:1 -c:a:0 libvorbis -q:a:0 5 -filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=mono|stereo|3.0|quad|5.0|5.1|6.1|7.1 -map_metadata 0 -f ogg',
  ],
  ['wav', '-map 0:1 -c:a:0 pcm_s16le -filter:a:0 aresample=async=1:first_pts=0 -map_metadata 0 -rf64 auto -f wav'],
] as const;

describe('without options, ffmpeg is told what it always was', () => {
  it.each(VIDEOS)('for %s', (target, expected) => {
    const asked = { target, quality: 'medium', copy: true, duration: 60, animated: false, tags: '0' } as const;
    expect(planVideo(MEDIA, asked).arguments.join(' ')).toBe(expected);
    expect(planVideo(MEDIA, { ...asked, options: {} }).arguments.join(' ')).toBe(expected);
  });

  it.each(SOUNDS)('for %s', (target, expected) => {
    const asked = { copy: true, keepsTime: true, tags: '0' };
    expect(planAudio(MEDIA, AUDIO_TARGETS[target], 'medium', asked).arguments.join(' ')).toBe(expected);
  });
});

describe('what takes too long', () => {
  const long = { ...MEDIA, duration: 36_000 };
  const asked = {
    target: 'mkv',
    quality: 'medium',
    copy: false,
    duration: 36_000,
    animated: false,
    tags: '0',
  } as const;

  it('is what is asked for, not what there is', () => {
    expect(() => planVideo(long, asked)).toThrow(/at most .* can be converted/);
    expect(() => planVideo(long, { ...asked, cut: { start: 7200 } })).toThrow(/at most/);
    expect(planVideo(long, { ...asked, cut: { start: 7200, end: 7260 } }).arguments).toContain('medium');
    expect(() => planVideo(long, { ...asked, duration: 3600 })).toThrow(/at most/);
    expect(planVideo(long, { ...asked, duration: 3600, options: { width: 160, fps: 5 } }).arguments).toContain(
      '-preset:v:0',
    );
  });
});

describe('the preset of a long video', () => {
  const presetOf = (target: 'mp4' | 'webm', seconds: number, speed?: number) => {
    const long = { ...picture, codec: 'mpeg2video', width: 1920, height: 1080, frameRate: '30' };
    const asked = {
      target,
      quality: 'medium',
      copy: false,
      duration: seconds,
      animated: false,
      tags: undefined,
    } as const;
    const { arguments: said } = planVideo({ ...MEDIA, video: [long] }, { ...asked, ...(speed && { speed }) });
    const at = said.findIndex((word) => /^-(preset|deadline):v:0$/.test(word));
    return said[at + 1];
  };

  it('follows from the speed of the machine', () => {
    expect([presetOf('mp4', 120), presetOf('mp4', 240), presetOf('mp4', 400)]).toEqual([
      'medium',
      'veryfast',
      'superfast',
    ]);
    expect([presetOf('mp4', 400, 3), presetOf('mp4', 120, 0.5)]).toEqual(['medium', 'veryfast']);
    expect([presetOf('webm', 120), presetOf('webm', 120, 3)]).toEqual(['realtime', 'good']);
    expect(() => presetOf('webm', 400)).toThrow(/at most \d+ minutes can be converted to webm/);
    expect(presetOf('webm', 400, 3)).toBe('realtime');
  });
});
