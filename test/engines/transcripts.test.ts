import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convert } from '../media/convert.ts';
import { makeSource } from '../media/sources.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

async function transcribe(text: string, source: FormatName, target: FormatName): Promise<string> {
  const path = join(folder, `given.${source}`);
  writeFileSync(path, text);
  return readFileSync(await convert(path, source, target), 'utf8');
}

/** The rows of a table, as Python reads it. */
function rowsOf(csv: string): string[][] {
  const script =
    'import csv, io, json, sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(), newline="")))))';
  return JSON.parse(execFileSync('python3', ['-c', script], { input: csv, encoding: 'utf8' }));
}

const srt = (...texts: string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},250 --> 00:00:0${index},750\n${text}\n`).join('\n');

describe('the words of subtitles', () => {
  it.each(['srt', 'vtt', 'ass', 'ttml', 'lrc'] as const)('in %s become a text, a table and data', async (source) => {
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
  });

  it('are written once in roll-up captions, but as often as they are repeated', async () => {
    const rolling =
      'WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:02.010\none\n\n00:02.010 --> 00:03.000\none\ntwo\n\n00:03.000 --> 00:04.000\ntwo\nthree\n\n00:06.000 --> 00:07.000\nthree\n';
    expect(await transcribe(rolling, 'vtt', 'txt')).toBe('one\n\ntwo\n\nthree\n\nthree\n');
    expect(JSON.parse(await transcribe(rolling, 'vtt', 'json'))).toHaveLength(5);
  });

  it('in two layers at a time are written once', async () => {
    const line = (layer: number) =>
      `Dialogue: ${layer},0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\fs20}Hello, {\\i1}you{\\i0}\n`;
    expect(await transcribe(`[Script Info]\n\n[Events]\n${line(0)}${line(1)}`, 'ass', 'txt')).toBe('Hello, you\n');
  });

  it('have no formatting', async () => {
    const text = '{\\an8}<font color="#ff0000">Red</font> <b>bold</b> 1 < 2 & 3';
    expect(await transcribe(srt(text), 'srt', 'txt')).toBe('Red bold 1 < 2 & 3\n');
    const voice = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello <c.loud>you</c> &amp; me\n';
    expect(await transcribe(voice, 'vtt', 'txt')).toBe('Hello you & me\n');
  });

  it('have no drawings, and no-break spaces as spaces', async () => {
    const dialogue = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}\n`;
    const texts = ['{\\p1}m 0 0 l 9 0 9 9{\\p0}', '{\\pos(1,2)}{\\p2}m 1 1{\\p0}Hello,\\hyou{\\p4}m 2 2', 'plain'];
    const ass = `[Script Info]\n\n[Events]\n${texts.map(dialogue).join('')}`;
    expect(await transcribe(ass, 'ass', 'txt')).toBe('Hello,\u00a0you\n\nplain\n');
    expect(await transcribe(ass, 'ass', 'srt')).not.toContain('m ');
    const drawn = `[Script Info]\n\n[Events]\n${dialogue(texts[0] ?? '')}`;
    expect((await failure(transcribe(drawn, 'ass', 'txt'))).code).toBe('UNREADABLE_FILE');
  });

  it('may look like times, fields or data', async () => {
    const text = 'say "a, b"\n7\n00:00:01,000 --> 00:00:02,000\n=1+1';
    const [, ...rows] = rowsOf(await transcribe(srt(text, 'next'), 'srt', 'csv'));
    const data = JSON.parse(await transcribe(srt(text, 'next'), 'srt', 'json')) as { text: string }[];
    expect(rows.map(([, , words]) => words)).toEqual(data.map((cue) => cue.text));
    expect(rows.flat().join('\n')).toContain('say "a, b"');
  });

  it('are an error where there are none', async () => {
    for (const target of ['txt', 'csv', 'json'] as const)
      expect((await failure(transcribe(srt('<i></i>'), 'srt', target))).code).toBe('UNREADABLE_FILE');
  });
});
