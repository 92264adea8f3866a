import { expect, it } from 'vitest';
import { expectQuick, runAlone } from './run-alone.ts';

type Token = [what: string, file: string, expression: string, expected?: unknown, room?: { readonly seconds: number }];

const FFMPEG: readonly Token[] = [
  ['lyrics at one time', 'subtitles/read-lrc.ts', `m.readLrc(many('[00:01]a\\n')).length`, 111_111],
  [
    'SubRip of lines with half a time',
    'subtitles/complete-times.ts',
    `m.completeSrt(many('1:1:1 \\n')).length`,
    999_999,
  ],
  ['subtitles of numbers', 'subtitles/cues.ts', `m.readNumbered(many('1\\n')).length`, 0],
  [
    'subtitles of one line that lasts',
    'subtitles/transcripts/transcript-targets.ts',
    `m.wordsOf(times(100_000, (i) => ({ start: i, end: i + 1, text: 'a\\na\\nb\\na' })), 'srt').length === 8`,
  ],
  [
    'tags and quotes that do not end',
    'subtitles/timed-text/read-ttml.ts',
    `['<tt><body><div>' + many('<p ') + '></tt>', '<p ' + many('a="') + '"></tt>'].flatMap(m.readTtml).length`,
    0,
  ],
  [
    'sections in each other',
    'subtitles/timed-text/read-ttml.ts',
    `m.readTtml(many('<div>') + many('<p>') + '</tt>').length`,
    0,
  ],
  [
    'SubStation of commas',
    'subtitles/tidy-substation.ts',
    `m.tidySubStation('[Events]\\nDialogue:' + many(',') + '\\nFormat:' + many(','))`,
    'UNREADABLE_FILE',
  ],
  ['drawings', 'subtitles/tidy-substation.ts', `m.dropDrawings(many('{\\\\p1}a') + '{\\\\p0}b').length > 0`, true],
  ['SubRip of fonts', 'subtitles/finish-subtitles.ts', `m.dropFontSizes(many('<font')).length`, 1_000_000],
  ['WebVTT of special characters', 'subtitles/finish-subtitles.ts', `m.escapeVtt(many('&')).length`, 5_000_000],
  [
    'tags',
    'tags/decode-tags.ts',
    `m.decodeTags({ title: many('\\xc3\\xa9'), artist: many('\\xe9') }).artist.length === 1_000_000`,
  ],
  [
    'chunks of OpenEXR in each other',
    'checking/check-truncation.ts',
    `m.checkTruncation(save(bytes('\\u0001', '762f31010200000000')), 'exr')`,
    'UNREADABLE_FILE',
  ],
  ['channels of OpenEXR', 'checking/check-exr.ts', `m.channelsOf(bytes('Y' + '\\0'.repeat(17))).length`, 55_555],
  [
    'streams in one title',
    'reading/probe-picture.ts',
    `m.sizeInLog('    title : ' + many('Stream #0:0: Video: a, b, 1x') + '\\n  Stream #0:0: Video: png, rgba(pc, gbr/unknown/unknown), 61x43, 25 fps')?.width === 61`,
  ],
  [
    'boxes of JPEG 2000',
    'pictures/strip-jp2.ts',
    `(await m.stripJp2(save(bytes('\\0\\0\\0\\bjP  ')))).length === 8000`,
  ],
];

/** How much longer a drawing becomes. */
const svg = (text: string) => `(() => { const text = ${text}; return m.withBothSides(text).length - text.length; })()`;
const GIF = `474946383961${'00'.repeat(7)}`;

const SHARP: readonly Token[] = [
  ['comments before a drawing', 'drawing/read-svg.ts', svg(`many('<!--')`), 0],
  ['drawings with half a quote', 'drawing/read-svg.ts', svg(`many("<SVG\\t'<")`), 0],
  ['blanks in a length', 'drawing/read-svg.ts', svg(`'<svg width="1' + many(' ') + '!" height="1">'`), 0],
  [
    'beginnings of what takes a browser',
    'drawing/needs-browser.ts',
    `['rgb(', 'rgb( ', 'var( ', ' x', ' x   ', '<aaaaaaaaaaaaaaaaaaa:', 'data:image/', ':nth'].some((token) => m.needsBrowser(many(token)))`,
    false,
  ],
  ['segments of a JPEG', 'reading/read-jpeg.ts', `m.startOfFrame(bytes('\\xff\\xe0\\0\\u0002', 'ffd8')) ?? 0`, 0],
  ['a warning of digits', 'warnings.ts', `m.isHarmless(many('0') + ' extraneous bytes')`, false],
  [
    // Each has 60,000 entries, and is followed by itself or by the one two bytes on.
    'directories of a TIFF in each other',
    'reading/tiff-directories.ts',
    `m.listTiffPages(save(bytes('\\x60\\xea', '49492a0008000000'))).length`,
    'UNREADABLE_FILE',
  ],
  ['blocks of a GIF', 'reading/gif-frames.ts', `m.countFrames(bytes('!\\u0001\\0', '${GIF}'))`, 0],
  [
    'frames of a GIF that are cleared away',
    'reading/gif-transparency.ts',
    `m.declareTransparency(bytes(Buffer.from('21f90408000000002c000000000100010000020200000021f90408000000002c0100000001000100000202000000', 'hex').toString('latin1'), '${GIF}')).length > 1_000_000`,
  ],
  [
    'frames of a GIF without a delay',
    'reading/gif-frames.ts',
    `m.lengthenDelays(bytes(Buffer.from('21f90400000000002c0000000001000100000200', 'hex').toString('latin1'), '${GIF}')).length === 1_000_013`,
  ],
  ...[
    ['traceDrawing', '128 + 900 * (Math.sin(x / 2) * Math.sin(y / 2) - 0.3)'],
    ['traceDark', '(x * 31 + y * 17) % 256'],
    ['traceDark', '(x + 2 * y) % 4 ? 255 : 140'],
  ].map(
    ([trace, value]): Token => [
      `smoothed edges, ${value}`,
      'tracing/trace-drawing.ts',
      `(() => {
        const pixels = new Uint8ClampedArray(1_000_000).fill(255);
        for (let at = 0; at < 250_000; at++) {
          const [x, y] = [at % 500, Math.floor(at / 500)];
          pixels[4 * at] = pixels[4 * at + 1] = pixels[4 * at + 2] = ${value};
        }
        const settings = { colors: 64, near: 8, speckle: 1, tolerance: 0.1 };
        return (m.${trace}(pixels, 500, 500, settings)?.content.length ?? 0) < 4_000_000;
      })()`,
      true,
      { seconds: 4 },
    ],
  ),
  ['boxes of a HEIF', 'reading/heif-boxes.ts', `m.hasTrack(save(bytes('\\0\\0\\0\\b')))`, false],
  [
    'icons without a header',
    'reading/read-icons.ts',
    `m.chooseIcon(save(bytes('\\0', '00000100ffff')))`,
    'UNREADABLE_FILE',
  ],
  [
    'entries of an Apple icon without content',
    'reading/read-icons.ts',
    `m.readIcns({ path: save(Buffer.concat([Buffer.from('icns'), Buffer.alloc(1_000_004, Buffer.from('00000008', 'hex'))])), target: 'png' }).then(([open]) => open())`,
    'UNREADABLE_FILE',
  ],
];

it.each<Token>([
  ...FFMPEG.map(([what, file, ...more]): Token => [what, `ffmpeg/${file}`, ...more]),
  ...SHARP.map(([what, file, ...more]): Token => [what, `sharp/${file}`, ...more]),
])('a megabyte of the worst %s is read at once', (_, file, expression, expected = true, room = undefined) =>
  expectQuick(file, expression, expected, room),
);

it.each(['0000000001000000', 'ffffffffffffffff', '0800000000000000'])(
  'what a file claims takes no memory: the first offset of an EXR, %s',
  async (offset) => {
    const header = `Buffer.from('762f3101020000006100620000000000' + '00${offset}' + '00'.repeat(40), 'hex')`;
    const { value, megabytes } = await runAlone(
      'ffmpeg/checking/check-truncation.ts',
      `m.checkTruncation(save(${header}), 'exr')`,
    );
    expect(['UNREADABLE_FILE', undefined]).toContain(value);
    expect(megabytes).toBeLessThan(150);
  },
);

it('what a file claims takes no memory: a TIFF directory', async () => {
  const file = `Buffer.from('49492b0008000000' + '10000000' + '00000000' + 'ffff0000' + '00000000', 'hex')`;
  const { value, megabytes } = await runAlone('sharp/reading/tiff-directories.ts', `m.listTiffPages(save(${file}))`);
  expect(value).toBe('UNREADABLE_FILE');
  expect(megabytes).toBeLessThan(150);
});

it('what a file claims takes no memory: cues that are written more often than it is worth', async () => {
  const lyrics = `m.writeSrt(times(100_000, () => ({ start: 1, end: 2, text: 'a'.repeat(1000) })))`;
  expect((await runAlone('ffmpeg/subtitles/cues.ts', lyrics)).value).toBe('TOO_COMPLEX');
});
