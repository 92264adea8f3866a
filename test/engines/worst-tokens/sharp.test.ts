import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, runAlone } from './run-alone.ts';

/** How much longer a drawing becomes. */
const svg = (text: string) => `(() => { const text = ${text}; return m.withBothSides(text).length - text.length; })()`;
/** A directory of a TIFF that has 60,000 entries and is followed by itself or by the one two bytes on. */
const tiff = `save((() => { const file = Buffer.alloc(2_000_000); file.write('II*\\0', 'latin1'); file.writeUInt32LE(8, 4); for (let at = 8; at < 1_200_000; at += 2) file.writeUInt16LE(60_000, at); return file; })())`;

describe('a megabyte of the worst', () => {
  it.each([
    ['comments before a drawing', 'drawing/svg-size.ts', svg(many('<!--')), 0],
    ['drawings with half a quote', 'drawing/svg-size.ts', svg(many("<SVG\t'<")), 0],
    ['blanks in a length', 'drawing/svg-size.ts', svg(`'<svg width="1' + ${many(' ')} + '!" height="1">'`), 0],
    [
      'segments of a JPEG',
      'reading/read-jpeg.ts',
      `m.startOfFrame(Buffer.concat([Buffer.from([255, 216]), Buffer.alloc(20_000_000, Buffer.from([255, 224, 0, 2]))])) ?? 0`,
      0,
    ],
    [
      'directories of a TIFF in each other',
      'reading/tiff-directories.ts',
      `m.listTiffPages(${tiff}).length`,
      'UNREADABLE_FILE',
    ],
    [
      'blocks of a GIF',
      'reading/gif-frames.ts',
      `m.countFrames(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(3_000_000, Buffer.from([33, 1, 0]))]))`,
      0,
    ],
    [
      'frames of a GIF that are cleared away',
      'reading/gif-transparency.ts',
      `m.declareTransparency(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(46 * 21_739, Buffer.from('21f90408000000002c000000000100010000020200000021f90408000000002c0100000001000100000202000000', 'hex'))])).length`,
      1_000_007,
    ],
    [
      'frames of a GIF without a delay',
      'reading/gif-delays.ts',
      `m.lengthenDelays(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(1_000_000, Buffer.from('21f9040000000000', 'hex'))])).length`,
      1_000_013,
    ],
    [
      'boxes of a HEIF',
      'reading/heif-boxes.ts',
      `m.hasTrack(save(Buffer.alloc(1_000_000, Buffer.from('00000008', 'hex'))))`,
      false,
    ],
    [
      'icons without a header',
      'reading/read-icons.ts',
      `m.chooseIcon(save(Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(1_048_560)])))`,
      'UNREADABLE_FILE',
    ],
    [
      'entries of an Apple icon without content',
      'reading/read-icons.ts',
      `m.readIcns({ path: save(Buffer.concat([Buffer.from('icns'), Buffer.alloc(1_000_004, Buffer.from('00000008', 'hex'))])), target: 'png' }).then(([open]) => open())`,
      'UNREADABLE_FILE',
    ],
    ['a warning of digits', 'reading/read-jpeg.ts', `m.isHarmless(${many('0')} + ' extraneous bytes')`, false],
  ] as const)('of %s is done at once', (_, file, expression, expected) =>
    expectQuick(`sharp/${file}`, expression, expected),
  );
});

describe('what a picture claims', () => {
  it('takes no memory: a TIFF directory', () => {
    const file = `Buffer.concat([Buffer.from('II+\\0', 'latin1'), Buffer.from([8, 0, 0, 0]), u32(16, 0, 0xffff, 0)])`;
    const { value, megabytes } = runAlone('sharp/reading/tiff-directories.ts', `m.listTiffPages(save(${file}))`);
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(150);
  });
});
