import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

/** An expression: a chunk of a PNG with its checksum, so many times. */
const chunks = (type: string, length: number, count: number) =>
  `(() => { const body = Buffer.concat([Buffer.from('${type}'), Buffer.alloc(${length})]); const sum = Buffer.alloc(4); sum.writeUInt32BE(zlib.crc32(body)); const size = Buffer.alloc(4); size.writeUInt32BE(${length}); const one = Buffer.concat([size, body, sum]); return Buffer.alloc(one.length * ${count}, one); })()`;
const png = (...parts: string[]) =>
  `import('node:zlib').then((zlib) => m.parseApng(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ${chunks('IHDR', 13, 1)}, ${chunks('acTL', 8, 1)}, ${parts.join(', ')}])).frames.length)`;
const svg = (text: string) => `String(m.resizeDrawing(${text}, { scale: 1 })).length`;
/** A directory of a TIFF that has 60,000 entries and is followed by itself or by the one two bytes on. */
const tiff = `save((() => { const file = Buffer.alloc(2_000_000); file.write('II*\\0', 'latin1'); file.writeUInt32LE(8, 4); for (let at = 8; at < 1_200_000; at += 2) file.writeUInt16LE(60_000, at); return file; })())`;

describe('a megabyte of the worst', () => {
  it.each([
    ['comments before a drawing', 'svg-size.ts', svg(many('<!--')), 9],
    ['drawings that do not end', 'svg-size.ts', svg(many('<svg ')), 9],
    ['drawings with half a quote', 'svg-size.ts', svg(many("<SVG\t'<")), 9],
    ['types that do not end', 'svg-size.ts', svg(many('<!DOCTYPE [')), 9],
    ['digits in a length', 'svg-size.ts', svg(`'<svg width="' + ${many('1')} + '!" height="1">'`), 9],
    ['blanks in a length', 'svg-size.ts', svg(`'<svg width="1' + ${many(' ')} + '!" height="1">'`), 9],
    ['numbers in a box', 'svg-size.ts', svg(`'<svg viewBox="0 0 ' + ${many('1 ')} + '">'`), 1_000_041],
    ['styles', 'svg-size.ts', svg(`'<svg width="1" height="1" style="' + ${many('width ')} + '">'`), 1_000_051],
    [
      'filters',
      'drawing/check-drawing.ts',
      `m.checkDrawing(${many('<filter id="a"><feBlend/>')}, { width: 9, height: 9 }) ?? 'read'`,
      'read',
    ],
    [
      'half a filter',
      'drawing/check-drawing.ts',
      `m.checkDrawing('<a style="' + ${many('filter ')} + '">' + ${many('<a filter="url(')}, { width: 9, height: 9 }) ?? 'read'`,
      'read',
    ],
    ...(
      [
        ['lines', `'<path d="M0 0' + ${many('1 2 ')} + '"/>'`],
        ['flags of arcs', `'<path d="M0 0a' + ${many('0')} + '"/>'`],
        ['commands', `'<path d="' + ${many('mz')} + '"/>'`],
        ['digits', `'<path d="M' + ${many('1')} + '"/>'`],
        ['blanks in a path', `'<path d="M' + ${many(' ')} + '!"/>'`],
        ['letters of a transform', `'<g transform="' + ${many('a')} + '"/>'`],
        ['half a transform', `'<g transform="' + ${many('scale( ')} + '"/>'`],
        ['transforms', `'<g transform="' + ${many('scale(2)')} + '"/>'`],
        ['styles of lines', `'<path d="M0 0" style="' + ${many('mask : stroke-width ')} + '"/>'`],
        ['open groups', many('<g id="a">')],
        ['closed groups', many('</g>')],
        ['uses of nothing', many('<use href="#a"/>')],
        ['open texts', many('<text>')],
        ['texts of a letter', many('<text>a')],
        ['blanks in a text', `'<text>' + ${many(' ')}`],
      ] as const
    ).map(
      ([what, drawing]) =>
        [
          what,
          'drawing/check-drawing.ts',
          `m.checkDrawing(${drawing}, { width: 9, height: 9 }) ?? 'read'`,
          'read',
        ] as const,
    ),
    ...(
      [
        ['braces', `'<style>' + ${many('{')}`],
        ['closed braces', `'<style>' + ${many('}')} + '{'`],
        ['half a comment in a style', `'<style>' + ${many('/*')} + '{'`],
        ['blanks in a style', `'<style>' + ${many(' ')} + '{'`],
        ['open styles', many('<style>a')],
      ] as const
    ).map(
      ([what, drawing]) => [what, 'drawing/check-drawing.ts', `m.checkStyles(${drawing}) ?? 'read'`, 'read'] as const,
    ),
    [
      'segments of a JPEG',
      'repair-jpeg.ts',
      `m.repairJpeg(Buffer.concat([Buffer.from([255, 216]), Buffer.alloc(20_000_000, Buffer.from([255, 224, 0, 2]))])).length`,
      20_000_004,
    ],
    [
      'stuffed bytes of a JPEG',
      'repair-jpeg.ts',
      `m.repairJpeg(Buffer.concat([Buffer.from([255, 216, 255, 218, 0, 2]), Buffer.alloc(20_000_000, Buffer.from([255, 0]))])).length`,
      20_000_008,
    ],
    ['chunks without content', 'apng.ts', png(chunks('tEXt', 0, 250_000)), 'TOO_COMPLEX'],
    ['frames without data', 'apng.ts', png(chunks('fcTL', 26, 30_000)), 'TOO_COMPLEX'],
    ['profiles for each frame', 'apng.ts', png(chunks('iCCP', 10_000_000, 1), chunks('fcTL', 26, 1000)), 'TOO_COMPLEX'],
    [
      'directories of a TIFF in each other',
      'tiff-directories.ts',
      `m.listTiffPages(${tiff}).then((pages) => pages.length)`,
      'UNREADABLE_FILE',
    ],
    [
      'blocks of a GIF',
      'gif-frames.ts',
      `m.countFrames(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(3_000_000, Buffer.from([33, 1, 0]))]))`,
      0,
    ],
    [
      'frames of a GIF that are cleared away',
      'gif-transparency.ts',
      `m.declareTransparency(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.alloc(46 * 21_739, Buffer.from('21f90408000000002c000000000100010000080200000021f90408000000002c0100000001000100000802000000', 'hex'))])).length`,
      1_000_007,
    ],
    [
      'boxes of a HEIF',
      'heif-boxes.ts',
      `m.hasTrack(save(Buffer.alloc(1_000_000, Buffer.from('00000008', 'hex'))))`,
      false,
    ],
    [
      'runs beyond the edge',
      'dib-runs.ts',
      `m.unrollRuns(Buffer.alloc(10_000_000, 255), { width: 10, height: 10, compression: 'rle8' }, 8).bytes.length`,
      'UNREADABLE_FILE',
    ],
    [
      'icons without a header',
      'read-ico.ts',
      `m.readIco({ path: save(Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(1_048_560)])), target: 'png' }).then(([open]) => open())`,
      'UNREADABLE_FILE',
    ],
    ['a warning of digits', 'read-jpeg.ts', `m.isHarmless(${many('0')} + ' extraneous bytes')`, false],
  ] as const)('of %s is done at once', (_, file, expression, expected) => {
    const { value, seconds, megabytes } = runAlone(`sharp/${file}`, expression);
    expect(value).toEqual(expected);
    expect(seconds).toBeLessThan(QUICK.seconds);
    expect(megabytes).toBeLessThan(QUICK.megabytes);
  });
});

describe('what a picture claims', () => {
  /** The header of a bitmap of 10,000 by 10,000 pixels. */
  const header = (bits: number, compression: number) =>
    `Buffer.concat([Buffer.from('BM'), u32(60, 0, 54, 40, 10_000, 10_000), Buffer.from([1, 0, ${bits}, 0]), u32(${compression}, 0, 0, 0, 0, 0), Buffer.from([0, 1, 0, 1])])`;

  it.each([
    ['pixels of no bits', 0, 0],
    ['pixels', 24, 0],
    ['runs', 8, 1],
    ['runs of half bytes', 4, 2],
  ])('takes no memory: %s', (_, bits, compression) => {
    const open = `m.readBmp({ path: save(${header(bits, compression)}), target: 'png' }).then(([open]) => open())`;
    const { value, megabytes } = runAlone('sharp/read-bmp.ts', open);
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(200);
  });

  it('takes no memory: a TIFF directory', () => {
    const file = `Buffer.concat([Buffer.from('II+\\0', 'latin1'), Buffer.from([8, 0, 0, 0]), u32(16, 0, 0xffff, 0)])`;
    const { value, megabytes } = runAlone('sharp/tiff-directories.ts', `m.listTiffPages(save(${file}))`);
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(150);
  });
});

describe('a drawing with filters and shapes', () => {
  const filter = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>';
  const check = (drawing: string, side: number) =>
    runAlone(
      'sharp/drawing/check-drawing.ts',
      `m.checkDrawing(${drawing}, { width: ${side}, height: ${side} }) ?? 'drawn'`,
    ).value;

  it.each([
    ['many on small parts', `'${filter}' + '<rect width="20" filter="url(#f)"/>'.repeat(5000)`, 2000, 'TOO_COMPLEX'],
    [
      'some on all of it',
      `'${filter}' + '<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(50)`,
      2000,
      'TOO_COMPLEX',
    ],
    ['in its style', `'${filter}' + '<g style="opacity:1;filter: url(#f)"/>'.repeat(5000)`, 2000, 'TOO_COMPLEX'],
    ['shadows of an ordinary map', `'${filter}' + '<g filter="url(#f)"/>'.repeat(1000)`, 1500, 'drawn'],
    ['one on all of it', `'${filter}<rect width="100%" height="100%" filter="url(#f)"/>'`, 4000, 'drawn'],
    ['that nothing uses', `'${filter}'.repeat(5000)`, 4000, 'drawn'],
    [
      'on all of it, in its own units',
      `'<svg viewBox="0 0 10 10">${filter}' + '<rect width="10" height="10" filter="url(#f)"/>'.repeat(50)`,
      2000,
      'TOO_COMPLEX',
    ],
    [
      'on small parts, of more than these',
      `'<svg viewBox="0 0 10 10"><filter id="f" filterUnits="userSpaceOnUse" width="10" height="10"><feMorphology radius="50"/></filter>' + '<circle r="0.1" filter="url(#f)"/>'.repeat(100)`,
      1000,
      'TOO_COMPLEX',
    ],
    [
      'of a large radius',
      `'<filter id="f"><feMorphology radius="900"/></filter><rect width="100%" height="100%" filter="url(#f)"/>'`,
      4000,
      'TOO_COMPLEX',
    ],
    [
      'of a usual radius',
      `'<filter id="f"><feMorphology radius="3"/></filter>' + '<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(20)`,
      2000,
      'drawn',
    ],
    ['100,000 circles', `'<circle r="3" fill="url(#g)"/>'.repeat(100_000)`, 4000, 'drawn'],
    ['100,000 circles as large as it', `'<circle r="50%"/>'.repeat(100_000)`, 1000, 'TOO_COMPLEX'],
    ['1000 gradients as large as it', `'<ellipse rx="50%" ry="50%" fill="url(#g)"/>'.repeat(1000)`, 1000, 'drawn'],
    [
      '1500 gradients as large as it',
      `'<ellipse rx="50%" ry="50%" fill="url(#g)"/>'.repeat(1500)`,
      1000,
      'TOO_COMPLEX',
    ],
    [
      '5000 masks',
      `'<mask id="m"/>' + '<rect width="9" mask="url(#m)"/><g style="opacity:1;mask:url(#m)"/>'.repeat(2500)`,
      2000,
      'TOO_COMPLEX',
    ],
    ['200 masks', `'<mask id="m"/>' + '<rect width="9" mask="url(#m)"/>'.repeat(200)`, 2000, 'drawn'],
    ['3000 blended parts', `'<g style="mix-blend-mode: multiply"/>'.repeat(3000)`, 2000, 'TOO_COMPLEX'],
    ['3000 parts that are not', `'<g style="mix-blend-mode: normal"/>'.repeat(3000)`, 2000, 'drawn'],
  ])('is told what is too much: %s', (_, drawing, side, expected) => {
    expect(check(drawing, side)).toBe(expected);
  });
});

describe('a drawing of lines', () => {
  const check = (drawing: string, side = 1000) =>
    runAlone(
      'sharp/drawing/check-drawing.ts',
      `(() => { let seed = 1; const random = (most) => ((seed = (seed * 16807) % 2147483647) / 2147483647 * most).toFixed(1); const walk = (count, step) => Array.from({ length: count }, () => random(2 * step) - step + ' ' + (random(2 * step) - step)).join(' '); const places = (count) => Array.from({ length: count }, () => random(1000) + ' ' + random(1000)).join(' '); return m.checkDrawing(${drawing}, { width: ${side}, height: ${side} }) ?? 'drawn'; })()`,
    ).value;
  const svg = (body: string, box = '0 0 1000 1000') => `'<svg viewBox="${box}">' + ${body} + '</svg>'`;

  it.each([
    ['coasts of 200,000 corners', svg(`'<path d="M500 500l' + walk(200_000, 3) + '"/>'`), 'drawn'],
    ['10,000 lines through all of it, one by one', svg(`('<path d="M0 0V1000H9V0z"/>').repeat(5000)`), 'drawn'],
    ['3000 lines through all of it', svg(`'<path d="M' + places(3000) + '"/>'`), 'drawn'],
    ['30,000 lines through all of it', svg(`'<path d="M' + places(30_000) + '"/>'`), 'TOO_COMPLEX'],
    ['as a polygon', svg(`'<polygon points="' + places(30_000) + '"/>'`), 'TOO_COMPLEX'],
    ['as curves', svg(`'<path d="M0 0C' + places(90_000) + '"/>'`), 'TOO_COMPLEX'],
    [
      'as arcs with flags in one',
      svg(`'<path d="M0 0' + 'a1 1 0 00999 999a1 1 0 11-999-999'.repeat(20_000) + '"/>'`),
      'TOO_COMPLEX',
    ],
    ['made small', svg(`'<g transform="scale(.01)"><path d="M' + places(30_000) + '"/></g>'`), 'drawn'],
    ['moved out of it', svg(`'<path transform="translate(0 2000)" d="M' + places(30_000) + '"/>'`), 'drawn'],
    ['of which little is seen', svg(`'<path d="M' + places(30_000) + '"/>'`, '0 0 1000000 1000000'), 'drawn'],
    ['wide ones', svg(`'<path style="stroke-width:300" d="M0 0l' + walk(100_000, 1) + '"/>'`), 'TOO_COMPLEX'],
    [
      'used again',
      svg(`'<path id="p" d="M' + places(3000) + '"/>' + '<use xlink:href="#p"/>'.repeat(100)`),
      'TOO_COMPLEX',
    ],
    [
      'used in what is used',
      svg(
        `'<path id="p0" d="M' + places(100) + '"/>' + Array.from({ length: 30 }, (_, at) => '<g id="p' + (at + 1) + '">' + ('<use href="#p' + at + '"/>').repeat(10) + '</g>').join('')`,
      ),
      'TOO_COMPLEX',
    ],
  ])('is told what is too much: %s', (_, drawing, expected) => {
    expect(check(drawing)).toBe(expected);
  });

  it('may be more when they are small in the picture', () => {
    const lines = svg(`'<path d="M' + places(12_000) + '"/>'`);
    expect([check(lines, 1000), check(lines, 8000)]).toEqual(['drawn', 'TOO_COMPLEX']);
  });
});
