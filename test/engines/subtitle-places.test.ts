import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workbench } from '../media/workbench.ts';

const { path, make, convert } = workbench();

const SRT = `1
00:00:01,234 --> 00:00:02,000
{\\an8}Top & <i>more</i>
second line

2
00:00:03,000 --> 00:00:04,000
Bottom
`;
const ASS = `[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.23,0:00:02.00,Default,,0,0,0,,{\\i1\\an8\\fad(10,10)}Top{\\i0}\\Nsecond line
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Bottom
`;
const linesOf = async (name: string, source: 'srt' | 'ass' | 'mkv') =>
  readFileSync(await convert(name, source, 'vtt'), 'utf8').split('\n');

it('a line of SubRip at the top is there in WebVTT, too', async () => {
  writeFileSync(path('top.srt'), SRT);
  expect(await linesOf('top.srt', 'srt')).toEqual([
    ...['WEBVTT', '', '00:01.234 --> 00:02.000 line:0', 'Top &amp; <i>more</i>', 'second line', ''],
    ...['00:03.000 --> 00:04.000', 'Bottom', ''],
  ]);
});

it('a line of SubStation at the top is there in WebVTT, too', async () => {
  writeFileSync(path('top.ass'), ASS);
  const lines = await linesOf('top.ass', 'ass');
  expect(lines.slice(2, 5)).toEqual(['00:01.230 --> 00:02.000 line:0', '<i>Top</i>', 'second line']);
  expect(lines).toContain('00:03.000 --> 00:04.000');
});

it.each(['subrip', 'ass'] as const)('a line at the top of a video is there in WebVTT, too: %s', async (codec) => {
  writeFileSync(path('within.srt'), SRT);
  await make(
    `${codec}.mkv`,
    '-i',
    path('within.srt'),
    '-f',
    'lavfi',
    '-i',
    'color=size=64x48:duration=5',
    '-c:s',
    codec,
  );
  const times = (await linesOf(`${codec}.mkv`, 'mkv')).filter((line) => line.includes('-->'));
  expect(times.map((line) => line.endsWith(' line:0'))).toEqual([true, false]);
});
