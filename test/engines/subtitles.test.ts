import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convert } from '../media/convert.ts';
import { makeSource } from '../media/sources.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** What becomes of the text of a subtitle file. */
async function converted(text: string, source: FormatName, target: FormatName): Promise<string> {
  const path = join(folder, `given.${source}`);
  writeFileSync(path, text);
  return readFileSync(await convert(path, source, target), 'utf8');
}

/** What it shows, in seconds. */
async function cuesOf(text: string, source: FormatName): Promise<string[]> {
  const cues: { start: number; end: number; text: string }[] = JSON.parse(await converted(text, source, 'json'));
  return cues.map(({ start, end, text }) => `${start}-${end} ${text}`);
}

/** SubStation of some lines, from the first to the second second. */
const substation = (...texts: readonly string[]) =>
  `[Script Info]\n\n[Events]\n${texts.map((text) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}\n`).join('')}`;
const srt = (...texts: readonly string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},250 --> 00:00:0${index},750\n${text}\n`).join('\n');

const tt = (content: string, attributes = '') =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>${content}</tt>`;

it.each([
  [
    'times of sections, which count for what is in them',
    '<body><div begin="1s" end="4s"><p>a</p></div><div begin="5s" dur="2s"><p begin="0.5s">b</p></div></body>',
    '',
    ['1-4 a', '5.5-7 b'],
  ],
  ['times of the whole', '<body begin="10s" end="12s"><p begin="1s" dur="9s">a</p></body>', '', ['11-12 a']],
  ['a length and an end: what comes first', '<body><p begin="1s" dur="5s" end="3s">a</p></body>', '', ['1-3 a']],
  [
    'frames of television',
    '<body><p begin="30f" end="60f">a</p></body>',
    'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
    ['1.001-2.002 a'],
  ],
  ['ticks', '<body><p begin="15000000t" end="25000000t">a</p></body>', 'ttp:tickRate="10000000"', ['1.5-2.5 a']],
  [
    'a text that the next one ends',
    '<body><p begin="1s">a</p><p begin="3s" end="4s">b</p></body>',
    '',
    ['1-3 a', '3-4 b'],
  ],
])('timed text has %s', async (_, content, attributes, expected) => {
  expect(await cuesOf(tt(content, attributes), 'ttml')).toEqual(expected);
});

it.each([
  ['parts of a paragraph', '<p begin="10s" end="16s">a <span begin="2s" dur="2s">B</span></p>'],
  ['a sequence', '<div timeContainer="seq"><p dur="2s">a</p><p dur="3s">b</p></div>'],
])('timed text is refused where times are those of %s', async (_, content) => {
  await expectRefused(cuesOf(tt(`<body>${content}</body>`), 'ttml'), 'UNREADABLE_FILE', 'times of paragraphs only');
});

it('timed text that is cut off is refused', async () => {
  const whole = tt('<body><p begin="1s" end="2s">a</p><p begin="3s" end="4s">b</p></body>');
  for (const part of [0.6, 0.9])
    expect(await codeOf(cuesOf(whole.slice(0, whole.length * part), 'ttml'))).toBe('UNREADABLE_FILE');
});

const rest = 'Default,,0,0,0,,Hello, you\n';
const order = 'Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';

it.each([
  ['ends of lines as on old machines', substation('Hello, you').replaceAll('\n', '\r')],
  [
    'marks for layers',
    `[Events]\nFormat: Marked, Start, End, ${order}Dialogue: Marked=0,0:00:01.00,0:00:02.00,${rest}`,
  ],
  ['no word of the order', `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,${rest}`],
  ['two layers at a time', substation('{\\fs20}Hello, {\\i1}you{\\i0}', '{\\fs20}Hello, {\\i1}you{\\i0}')],
  [
    'drawings, and no-break spaces',
    substation('{\\p1}m 0 0 l 9 0 9 9{\\p0}', '{\\p2}m 1 1{\\p0}Hello,\\hyou{\\p4}m 2 2'),
  ],
])('SubStation Alpha may have %s', async (_, text) => {
  expect((await converted(text, 'ass', 'txt')).replace('\u00a0', ' ')).toBe('Hello, you\n');
});

it('SubStation Alpha is refused with its fields in an unusual order, and where it is all drawn', async () => {
  const text = '[Events]\nFormat: Start, End, Actor, Text\nDialogue: 0:00:01.00,0:00:02.00,who,Hello, you\n';
  for (const refused of [text, substation('{\\p1}m 0 0 l 9 0 9 9{\\p0}')])
    expect(await codeOf(converted(refused, 'ass', 'txt'))).toBe('UNREADABLE_FILE');
});

it.each([
  ['without thousandths', '00:01 --> 00:02\na', ['1-2 a']],
  ['with fewer digits, which are a fraction', '00:00:01.5 --> 00:00:02.25 align:left\na', ['1.5-2.25 a']],
  ['with a comma', '00:01,500 --> 00:02,250\na', ['1.5-2.25 a']],
  [
    'among notes of any kind',
    'STYLE\n::cue { color: red;\n\n}\n\nRegion: id=a\n\n1\n00:01 --> 00:02\na\n\nNOTE\nb\n\nc\n\n2\n00:03.000 --> 00:04.000\nd',
    ['1-2 a', '3-4 d'],
  ],
  ['with a text that looks like a time', '00:00.000 --> 00:01.000\nat 12345678:00:00', ['0-1 at 12345678:00:00']],
])('WebVTT is read %s', async (_, content, cues) => {
  for (const end of ['\n', '\r\n'])
    expect(await cuesOf(`WEBVTT\n\n${content}\n`.replaceAll('\n', end), 'vtt')).toEqual(cues);
});

it.each([
  ['srt', '1\n00:00:00,000 --> 99999999999:00:01,000\na\n'],
  ['vtt', 'WEBVTT\n\n4294967296:00:00.000 --> 4294967296:00:01.000\na\n'],
  ['ass', '[Events]\nDialogue: 0,0:00:00.00,4294967297:00:01.00,Default,,0,0,0,,a\n'],
  ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="400000s" dur="1s">a</p></div></body></tt>'],
  ['lrc', '[9999:00.00]a\n[10000:00.00]b\n'],
] as const)('times that no format can hold are refused: %s', async (source, text) => {
  expect(await codeOf(converted(text, source, source === 'vtt' ? 'srt' : 'vtt'))).toBe('TOO_COMPLEX');
});

/** The rows of a table, as Python reads it. */
function rowsOf(csv: string): string[][] {
  const script = 'import csv, json, sys; print(json.dumps(list(csv.reader(sys.stdin))))';
  return JSON.parse(execFileSync('python3', ['-c', script], { input: csv, encoding: 'utf8' }));
}

it.each(['srt', 'vtt', 'ass', 'ttml', 'lrc'] as const)(
  'the words of subtitles in %s become a text, a table and data',
  async (source) => {
    const path = await makeSource(source, folder);
    const read = async (target: FormatName) => readFileSync(await convert(path, source, target), 'utf8');
    const second = source === 'lrc' ? 'Zwei Zeilen: äöü 中文' : 'Zwei Zeilen: äöü\n中文';
    const end = source === 'lrc' ? 1.2 : 1;
    expect(await read('txt')).toBe(`Hello world\n\n${second}\n`);
    expect(rowsOf(await read('csv'))).toEqual([
      ['start', 'end', 'text'],
      ['0.5', String(end), 'Hello world'],
      ['1.2', '2', second],
    ]);
    expect(JSON.parse(await read('json'))).toEqual([
      { start: 0.5, end, text: 'Hello world' },
      { start: 1.2, end: 2, text: second },
    ]);
  },
);

it('the words of subtitles are written once in roll-up captions, but as often as they are repeated', async () => {
  const times = ['1.000 one', '2.000 one', '2.010 one\ntwo', '3.000 two\nthree', '6.000 three'];
  const ends = ['2.000', '2.010', '3.000', '4.000', '7.000'];
  const cues = times.map((cue, at) => `00:0${cue.replace(' ', ` --> 00:0${ends[at]}\n`)}\n`);
  expect(await converted(`WEBVTT\n\n${cues.join('\n')}`, 'vtt', 'txt')).toBe('one\n\ntwo\n\nthree\n\nthree\n');
});

it('the words of subtitles have no formatting', async () => {
  const text = '{\\an8}<font color="#ff0000">Red</font> <b>bold</b> 1 < 2 & 3';
  expect(await converted(srt(text), 'srt', 'txt')).toBe('Red bold 1 < 2 & 3\n');
  const voice = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello <c.loud>you</c> &amp; me\n';
  expect(await converted(voice, 'vtt', 'txt')).toBe('Hello you & me\n');
});

it('the words of subtitles may look like times, fields or data', async () => {
  const text = 'say "a, b"\n7\n00:00:01,000 --> 00:00:02,000\n=1+1';
  const [, ...rows] = rowsOf(await converted(srt(text, 'next'), 'srt', 'csv'));
  const data: { text: string }[] = JSON.parse(await converted(srt(text, 'next'), 'srt', 'json'));
  expect(rows.map(([, , words]) => words)).toEqual(data.map((cue) => cue.text));
  expect(rows.flat().join('\n')).toContain('say "a, b"');
});

it('the words of subtitles are an error where there are none', async () => {
  expect(await codeOf(converted(srt('<i></i>'), 'srt', 'csv'))).toBe('UNREADABLE_FILE');
});
