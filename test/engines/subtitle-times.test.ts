import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** What SubRip shows, in seconds. */
async function cuesOf(text: string, source: 'ttml' | 'ass' | 'vtt'): Promise<string[]> {
  const path = join(folder, `source.${source}`);
  writeFileSync(path, text);
  const srt = readFileSync(await convert(path, source, 'srt'), 'utf8');
  const seconds = (time = '') => {
    const [hours = 0, minutes = 0, rest = 0] = time.replace(',', '.').split(':').map(Number);
    return hours * 3600 + minutes * 60 + rest;
  };
  return srt
    .trim()
    .split(/\n\n+/)
    .map((cue) => {
      const [, times = '', ...lines] = cue.split(/\r?\n/);
      const [start, end] = times.split(' --> ').map(seconds);
      return `${start}-${end} ${lines.join('|')}`;
    });
}

describe('timed text', () => {
  const document = (content: string, attributes = '') =>
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ${attributes}>${content}</tt>`;

  it.each([
    [
      'times of sections, which count for what is in them',
      '<div begin="1s" end="4s"><p>a</p></div><div begin="5s" dur="2s"><p begin="0.5s">b</p></div>',
      '',
      ['1-4 a', '5.5-7 b'],
    ],
    ['times of the whole', '<p begin="1s" dur="9s">a</p>', 'BODY begin="10s" end="12s"', ['11-12 a']],
    ['both a length and an end: what comes first', '<p begin="1s" dur="5s" end="3s">a</p>', '', ['1-3 a']],
    ['frames', '<p begin="00:00:01:12" end="50f">a</p>', 'ttp:frameRate="24"', ['1.5-2.083 a']],
    [
      'frames of television',
      '<p begin="30f" end="60f">a</p>',
      'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
      ['1.001-2.002 a'],
    ],
    ['ticks', '<p begin="15000000t" end="25000000t">a</p>', 'ttp:tickRate="10000000"', ['1.5-2.5 a']],
    [
      'what is said about texts, which is none',
      '<metadata><ttm:desc>x</ttm:desc></metadata><p begin="1s" end="2s"><metadata><ttm:title>x</ttm:title></metadata>a</p>',
      '',
      ['1-2 a'],
    ],
    [
      'a text without an end, which the next one ends',
      '<p begin="1s">a</p><p begin="3s" end="4s">b</p>',
      '',
      ['1-3 a', '3-4 b'],
    ],
  ])('has %s', async (_, content, attributes, expected) => {
    const [, body = ''] = /^BODY (.*)$/.exec(attributes) ?? [];
    const text = document(`<body ${body}>${body ? `<div>${content}</div>` : content}</body>`, body ? '' : attributes);
    expect(await cuesOf(text, 'ttml')).toEqual(expected);
  });

  it.each([
    ['parts of a paragraph', '<p begin="10s" end="16s">a <span begin="2s" dur="2s">B</span></p>'],
    ['a sequence', '<div timeContainer="seq"><p dur="2s">a</p><p dur="3s">b</p></div>'],
    ['a region', '<region xml:id="a" begin="1s" end="3s"><p region="a" begin="1s">a</p></region>'],
  ])('is refused where times are those of %s', async (_, content) => {
    await expect(cuesOf(document(`<body>${content}</body>`), 'ttml')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('times of paragraphs only'),
    });
  });
});

describe('SubStation Alpha', () => {
  const info = '[Script Info]\nScriptType: v4.00+\n\n';

  it.each([
    [
      'lines that end as they did on old machines',
      `${info}[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello, you\n`.replaceAll(
        '\n',
        '\r',
      ),
    ],
    [
      'marks for layers',
      `${info}[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello, you\n`,
    ],
    ['no word of the order', `${info}[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello, you\n`],
  ])('may have %s', async (_, text) => {
    expect(await cuesOf(text, 'ass')).toEqual(['1-2 Hello, you']);
  });

  it('is refused with its fields in an unusual order', async () => {
    const text = `${info}[Events]\nFormat: Start, End, Actor, Text\nDialogue: 0:00:01.00,0:00:02.00,who,Hello, you\n`;
    await expect(cuesOf(text, 'ass')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('WebVTT', () => {
  it.each([
    ['without thousandths', '00:01 --> 00:02\na', ['1-2 a']],
    ['with fewer digits, which are a fraction', '00:00:01.5 --> 00:00:02.25 align:left\na', ['1.5-2.25 a']],
    ['with a comma', '00:01,500 --> 00:02,250\na', ['1.5-2.25 a']],
    [
      'among notes of any kind',
      'STYLE\n::cue { color: red;\n\n}\n\nRegion: id=a\n\n1\n00:01 --> 00:02\na\n\nNOTE\nb\n\nc\n\n2\n00:03.000 --> 00:04.000\nd',
      ['1-2 a', '3-4 d'],
    ],
  ])('is read %s', async (_, content, cues) => {
    for (const end of ['\n', '\r\n'])
      expect(await cuesOf(`WEBVTT\n\n${content}\n`.replaceAll('\n', end), 'vtt')).toEqual(cues);
  });
});

describe('times that no format can hold', () => {
  it.each([
    ['srt', '1\n100:00:00,000 --> 100:00:01,000\na\n'],
    ['srt', '1\n00:00:00,000 --> 99999999999:00:01,000\na\n'],
    ['vtt', 'WEBVTT\n\n4294967296:00:00.000 --> 4294967296:00:01.000\na\n'],
    ['ass', '[Events]\nDialogue: 0,0:00:00.00,4294967297:00:01.00,Default,,0,0,0,,a\n'],
    ['ass', '[Events]\nDialogue: 0,4294967296:00:00.00,0:00:01.00,Default,,0,0,0,,a\n'],
    ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="400000s" dur="1s">a</p></div></body></tt>'],
    ['lrc', '[9999:00.00]a\n[10000:00.00]b\n'],
  ] as const)('are refused: %s', async (source, text) => {
    const path = join(folder, `late.${source}`);
    writeFileSync(path, text);
    await expect(convert(path, source, source === 'vtt' ? 'srt' : 'vtt')).rejects.toMatchObject({
      code: 'TOO_COMPLEX',
    });
  });

  it('are accepted in the text of subtitles', async () => {
    expect(await cuesOf('WEBVTT\n\n00:00.000 --> 00:01.000\nat 12345678:00:00, or so\n', 'vtt')).toEqual([
      '0-1 at 12345678:00:00, or so',
    ]);
  });
});
