import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, runAlone } from './run-alone.ts';

const MEGABYTE = 1_000_000;
const TTML = '"<tt><body><div>" + ';

describe('a megabyte of the worst', () => {
  it.each([
    ['lyrics at one time', 'subtitles/read-lrc.ts', `m.readLrc(${many('[00:01]a\n')}).length`, 111_111],
    [
      'SubRip of lines with half a time',
      'subtitles/read-srt.ts',
      `m.completeTimes(${many('1:1:1 \n')}).length`,
      999_999,
    ],
    ['subtitles of numbers', 'subtitles/transcripts/read-numbered.ts', `m.readNumbered(${many('1\n')}).length`, 0],
    [
      'subtitles of one line that lasts',
      'subtitles/transcripts/write-words.ts',
      `m.wordsOf(Array.from({ length: 100_000 }, (_, i) => ({ start: i, end: i + 1, text: 'a\\na\\nb\\na' })), 'srt').length`,
      8,
    ],
    [
      'timed text of tags that do not end',
      'subtitles/timed-text/read-ttml.ts',
      `m.readTtml(${TTML}${many('<p ')}).length`,
      0,
    ],
    [
      'timed text with quotes that do not end',
      'subtitles/timed-text/read-ttml.ts',
      `m.readTtml('<p ' + ${many('a="')} + '>').length`,
      0,
    ],
    [
      'timed text of sections in each other',
      'subtitles/timed-text/read-ttml.ts',
      `m.readTtml(${many('<div>')} + ${many('<p>')}).length`,
      0,
    ],
    [
      'SubStation of commas',
      'subtitles/tidy-substation.ts',
      `m.tidySubStation('[Events]\\nDialogue:' + ${many(',')} + '\\nFormat:' + ${many(',')})`,
      'UNREADABLE_FILE',
    ],
    [
      'SubStation of drawings',
      'subtitles/drop-drawings.ts',
      `m.dropDrawings(${many('{\\p1}a')} + '{\\\\p0}b').length > 0`,
      true,
    ],
    ['SubRip of fonts', 'subtitles/drop-font-sizes.ts', `m.dropFontSizes(${many('<font')}).length`, 1_000_000],
    [
      'tags in no encoding',
      'tags/decode-tags.ts',
      `m.decodeTags({ title: ${many('\xc3\xa9')}, artist: ${many('\xe9')} }).artist.length`,
      1_000_000,
    ],
    ['WebVTT of special characters', 'subtitles/escape-vtt.ts', `m.escapeVtt(${many('&')}).length`, 5_000_000],
    [
      'GIF of empty blocks',
      'checking/check-truncation.ts',
      `m.checkTruncation(save(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(${MEGABYTE}, '!\\u0001\\u0000', 'latin1')])), 'gif').then(() => 'read')`,
      'UNREADABLE_FILE',
    ],
    [
      'chunks of OpenEXR in each other',
      'checking/check-truncation.ts',
      `m.checkTruncation(save(Buffer.concat([Buffer.from('762f31010200000000', 'hex'), Buffer.alloc(${MEGABYTE}, 1)])), 'exr').then(() => 'read', () => 'refused')`,
      'refused',
    ],
    [
      'channels of OpenEXR',
      'checking/check-exr.ts',
      `m.channelsOf(Buffer.alloc(${MEGABYTE}, 'Y' + '\\0'.repeat(17))).length`,
      55_555,
    ],
    [
      'the same in one title',
      'reading/probe-picture.ts',
      `m.sizeInLog('    title : ' + ${many('Stream #0:0: Video: a, b, 1x')} + '\\n  Stream #0:0: Video: png, rgba(pc, gbr/unknown/unknown), 61x43, 25 fps')?.width`,
      61,
    ],
    [
      'runs of nothing in PCX',
      'checking/check-truncation.ts',
      `m.checkTruncation(save(Buffer.concat([Buffer.from('0a05010800000000ffffff7f'.padEnd(256, 'f'), 'hex'), Buffer.alloc(${MEGABYTE}, 0xc0)])), 'pcx').then(() => 'read', ({ code }) => code)`,
      'UNREADABLE_FILE',
    ],
    [
      'boxes of JPEG 2000',
      'pictures/strip-jp2.ts',
      `m.stripJp2(save(Buffer.alloc(${MEGABYTE}, '\\0\\0\\0\\x08jP  ', 'latin1'))).then((lean) => lean.length)`,
      8000,
    ],
  ] as const)('of %s is done at once', (_, file, expression, expected) =>
    expectQuick(`ffmpeg/${file}`, expression, expected),
  );
});

describe('what a file claims', () => {
  it.each([
    ['the first offset of an EXR', '0000000001000000'],
    ['an offset that no number holds', 'ffffffffffffffff'],
    ['a place in the file', '0800000000000000'],
  ])('takes no memory: %s', (_, offset) => {
    const header = `Buffer.from('762f310102000000' + '61006200' + '00000000' + '00' + '${offset}' + '00'.repeat(40), 'hex')`;
    const { value, megabytes } = runAlone(
      'ffmpeg/checking/check-truncation.ts',
      `m.checkTruncation(save(${header}), 'exr').then(() => 'read')`,
    );
    expect(['UNREADABLE_FILE', 'read']).toContain(value);
    expect(megabytes).toBeLessThan(150);
  });

  it('is written no more often than it is worth', () => {
    const lyrics = `m.writeSrt(Array.from({ length: 100_000 }, () => ({ start: 1, end: 2, text: 'a'.repeat(1000) })))`;
    expect(runAlone('ffmpeg/subtitles/cues.ts', lyrics).value).toBe('TOO_COMPLEX');
  });
});
