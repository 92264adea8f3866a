import { describe, expect, it } from 'vitest';
import { planVideo } from '../../../functions/engines/ffmpeg/planning/plan-video.ts';
import type { Media, MediaStream } from '../../../functions/engines/ffmpeg/reading/media.ts';

const stream: Omit<MediaStream, 'index' | 'type' | 'codec'> = {
  codecTag: '',
  preferred: false,
  duration: 60,
  width: 0,
  height: 0,
  rotated: false,
  pixelFormat: '',
  frameRate: undefined,
  interlaced: false,
  hdr: false,
  mislabelled: false,
  channels: 0,
  sampleRate: 0,
  lossless: false,
  highDepth: false,
};
const size = { width: 1281, height: 720, pixelFormat: 'yuv420p', frameRate: '25/1' };
const picture: MediaStream = { ...stream, ...size, index: 0, type: 'video', codec: 'vp9' };
const MEDIA: Media = {
  duration: 60,
  estimated: false,
  encrypted: false,
  video: [picture],
  audio: [{ ...stream, index: 1, type: 'audio', codec: 'flac', channels: 2, sampleRate: 44_100, lossless: true }],
  subtitles: [{ ...stream, index: 2, type: 'subtitle', codec: 'subrip' }],
  damaged: [],
  covers: [{ ...picture, index: 3, codec: 'mjpeg' }],
};

describe('a video that takes too long', () => {
  const long = { ...MEDIA, duration: 36_000 };
  const asked = {
    target: 'mkv',
    quality: 'medium',
    copy: false,
    duration: 36_000,
    animated: false,
    tags: ['0'],
  } as const;

  it('depends on the requested size, not on that of the source', () => {
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
