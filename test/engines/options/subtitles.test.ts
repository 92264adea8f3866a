import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workbench } from '../../media/workbench.ts';

const { path, convert } = workbench();

const WORDS = '1\n00:00:01,000 --> 00:00:02,500\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n';

describe('subtitles', () => {
  it.each([
    [1.25, ['00:00:02,250 --> 00:00:03,750', '00:00:04,250 --> 00:00:05,250']],
    [3600, ['01:00:01,000 --> 01:00:02,500', '01:00:03,000 --> 01:00:04,000']],
    [-2, ['00:00:00,000 --> 00:00:00,500', '00:00:01,000 --> 00:00:02,000']],
    [-2.5, ['00:00:00,500 --> 00:00:01,500']],
  ] as const)('are moved by %d seconds', async (shift, times) => {
    writeFileSync(path('words.vtt'), `WEBVTT\n\n${WORDS.replaceAll(',', '.')}`);
    const text = readFileSync(await convert('words.vtt', 'vtt', 'srt', { shift }), 'utf8');
    expect(text.match(/\S+ --> \S+/g)).toEqual(times);
  });

  it.each(['vtt', 'ass', 'ttml', 'lrc'] as const)('are moved in %s, too', async (target) => {
    writeFileSync(path('words.srt'), WORDS);
    const text = readFileSync(await convert('words.srt', 'srt', target, { shift: -0.5 }), 'utf8');
    expect(text).toMatch(/0?0:0?0[.,]50?/);
    expect(text).toMatch(/0?0:0?2[.,]50?/);
  });
});
