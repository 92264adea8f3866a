import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { makeSource } from '../media/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
/** What nothing in the content tells: Targa has no signature, VOB is an MPEG file from a DVD, MKA is Matroska without video. */
const BY_NAME: readonly FormatName[] = ['tga', 'vob', 'mka'];

describe('detectFormat', () => {
  it.each(Object.keys(ffmpeg.conversions) as FormatName[])('sees %s', async (format) => {
    const content = readFileSync(await makeSource(format, folder));
    expect(await detectFormat(content, `a.${format}`)).toBe(format);
    if (!BY_NAME.includes(format)) expect(await detectFormat(content, 'document.pdf')).toBe(format);
  });

  it.each([
    ['flac in ogg', 'ogg', ['-c:a', 'flac', '-f', 'ogg']],
    ['mp3 without a tag', 'mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3']],
    ['wav of 64 bits', 'wav', ['-rf64', 'always', '-f', 'wav']],
    ['transport streams of discs', 'ts', ['-c:a', 'ac3', '-mpegts_m2ts_mode', '1', '-f', 'mpegts']],
  ] as const)('sees %s', async (_, format, args) => {
    const path = `${folder}/special`;
    await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', ...args, path);
    expect(await detectFormat(readFileSync(path), 'special')).toBe(format);
  });

  it('detects MP3 behind other bytes by its name, and behind tags that fill the beginning', async () => {
    const path = `${folder}/bare.mp3`;
    const bare = ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3'];
    await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', ...bare, path);
    const sound = readFileSync(path);
    expect(await detectFormat(Buffer.concat([Buffer.alloc(3000, 0x20), Buffer.alloc(99), sound]), 'a.mp3')).toBe('mp3');
    // Its frames are not where it says that its tags end.
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\x7f\x7f\x7f', 'latin1'), Buffer.alloc(1_200_000, 1)]);
    expect(await detectFormat(tag, 'a.bin')).toBe('mp3');
  });

  it.each([
    ['times without thousandths', '0\n00:00:00,1 --> 00:00:04\nHello\n', 'a', 'srt'],
    ['lyrics by their name', '[00:01.00] la\nla la\n', 'a.lrc', 'lrc'],
    ['a log of times', '[00:01.00] la\nla la\n', 'a.txt', undefined],
    ['words in front of an arrow', 'a --> b', 'a.srt', undefined],
    ['a table', '<table><tt>x</tt></table>', 'a.ttml', undefined],
    ['noise named tga', 'hello, I am no picture at all', 'a.tga', undefined],
    ['a number named pbm', 'P45 is a form', 'a.pbm', undefined],
  ] as const)('judges %s', async (_, content, name, format) => {
    const found = await detectFormat(Buffer.from(content), name).catch(() => undefined);
    if (format) expect(found).toBe(format);
    else expect(['lrc', 'srt', 'ttml', 'tga', 'pbm']).not.toContain(found);
  });
});
