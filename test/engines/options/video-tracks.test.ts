import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureHash } from '../../media/convert.ts';
import { codecs, look } from '../../media/look.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { H264, QUARTERS, TONE, workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();

beforeAll(async () => {
  await make('quarters.mp4', ...QUARTERS, ...TONE, ...H264, '-crf', '10', '-c:a', 'aac', '-metadata', 'title=Secret');
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=size=160x120:rate=25:duration=2,geq=128+120*(random(1)-0.5):128:128'];
  await make('noise.mp4', ...noise, ...TONE, ...H264, '-crf', '20', '-c:a', 'aac');
  const words = '1\n00:00:00,200 --> 00:00:00,700\nWWWWW\n\n2\n00:00:01,000 --> 00:00:01,500\nMMMMM\n';
  writeFileSync(path('words.srt'), words);
  const black = ['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=25:duration=2', '-i', path('words.srt')];
  await make('words.mkv', ...black, ...TONE, '-map', '0', '-map', '1', '-map', '2', ...H264, '-c:s', 'subrip');
});

describe('the streams of a video', () => {
  it('have no sound with audio false, and the video is copied', async () => {
    const result = await convert('quarters.mp4', 'mp4', 'mkv', { audio: false });
    expect(codecs(await look(result), 'audio')).toEqual([]);
    expect(await pictureHash(result)).toBe(await pictureHash(path('quarters.mp4')));
    expect(await refusal('quarters.mp4', 'mp4', 'mkv', { audio: false, audio_codec: 'aac' })).toContain(
      '"audio_codec"',
    );
  });

  it('keep their tags, unless these are stripped', async () => {
    const titles = await Promise.all(
      (['none', 'all'] as const).map(async (strip) => {
        const { tags } = await look(await convert('quarters.mp4', 'mp4', 'mkv', { strip_metadata: strip }));
        return tags.title ?? tags.TITLE;
      }),
    );
    expect(titles).toEqual(['Secret', undefined]);
  });

  it('keep, burn or drop subtitles', async () => {
    const kept = await look(await convert('words.mkv', 'mkv', 'mp4', { subtitles: 'keep' }));
    expect(codecs(kept, 'subtitle')).toEqual(['mov_text']);
    expect(codecs(await look(await convert('words.mkv', 'mkv', 'mp4', { subtitles: 'none' })), 'subtitle')).toEqual([]);
    const burnt = await convert('words.mkv', 'mkv', 'mp4', { subtitles: 'burn' });
    expect(codecs(await look(burnt), 'subtitle')).toEqual([]);
    expect((await brightest(burnt)).map((level) => level > 150)).toEqual([false, true, false, true, false]);
  });

  it('refuse to burn subtitles that do not exist or lack glyphs', async () => {
    expect(await refusal('quarters.mp4', 'mp4', 'mp4', { subtitles: 'burn' })).toContain('no subtitles');
    writeFileSync(path('far.srt'), '1\n00:00:00,200 --> 00:00:00,700\n中文\n');
    await make('far.mkv', ...QUARTERS, '-i', path('far.srt'), '-map', '0', '-map', '1', ...H264, '-c:s', 'subrip');
    expect(await refusal('far.mkv', 'mkv', 'mp4', { subtitles: 'burn' })).toContain('中');
  });

  async function brightest(result: string, times = [0.1, 0.4, 0.8, 1.2, 1.8]): Promise<number[]> {
    const levels: number[] = [];
    for (const time of times) {
      const shown = await runFfmpeg(
        'ffprobe',
        ...['-f', 'lavfi', `movie=${result}:sp=0,trim=start=${time}:end=${time + 0.06},signalstats`],
        ...['-show_entries', 'frame_tags=lavfi.signalstats.YMAX', '-of', 'csv=p=0'],
      );
      levels.push(Number(shown.trim().split('\n')[0]));
    }
    return levels;
  }
});
