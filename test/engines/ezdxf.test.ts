import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ezdxf } from '../../functions/engines/ezdxf.ts';
import { binaryDxf, dxf, entity, type Group, insert, line, square, text } from '../drawings/dxf-file.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();

const RED = 1;
const WHITE = 7;
/** A red square, and one in the color that is white on a black screen. */
const SQUARES = [...square(0, 0, 50, RED), ...square(50, 0, 50, WHITE)];

const convert = (content: Buffer, target: FormatName = 'pdf', options = {}) =>
  convertContent(ezdxf, place, content, ['dxf', target], { options });
const failure = (content: Buffer) =>
  convert(content).then(
    ({ path }) => `made ${readFileSync(path).length} bytes`,
    ({ message }: { message: string }) => message,
  );

async function wordsOf(content: Buffer): Promise<string> {
  const { path } = await convert(content);
  await askPoppler('pdftotext', [], path);
  return readFileSync(path.replace(/pdf$/, 'txt'), 'utf8').trim();
}

/** Pixels, three numbers each. */
async function pixels(content: Buffer, target: FormatName = 'png') {
  const { path } = await convert(content, target);
  const picture = sharp(readFileSync(path)).flatten({ background: '#fff' }).removeAlpha().toColorspace('srgb');
  return picture.raw().toBuffer({ resolveWithObject: true });
}

async function darkShare(content: Buffer): Promise<number> {
  const { data } = await pixels(content);
  return data.filter((level) => level < 128).length / data.length;
}

describe('a DXF file', () => {
  it('is detected by its first section, after comments, or by its signature where it is binary', async () => {
    const content = dxf(SQUARES);
    for (const name of ['a.dxf', 'a.txt', 'a']) expect(await detectFormat(content, name)).toBe('dxf');
    expect(await detectFormat(Buffer.concat([Buffer.from('999\nmade by hand\n'), content]), 'a')).toBe('dxf');
    expect(await detectFormat(binaryDxf(SQUARES), 'a')).toBe('dxf');
    expect(await detectFormat(Buffer.from('0\nSECTIONS of a text\n'), 'a.txt')).toBe('txt');
  });

  it('becomes a page of PDF as large as it is, or of the size of a sheet', async () => {
    const size = async (units: number) => askPoppler('pdfinfo', [], (await convert(dxf(SQUARES, { units }))).path);
    expect(await size(4)).toMatch(/Pages: +1\n[\s\S]*Page size: +311\.8\d* x 170\.0\d* pts/);
    expect(await size(6)).toMatch(/Page size: +1190\.5\d* x /);
  });

  it.each(['png', 'jpg', 'webp', 'avif', 'gif', 'bmp', 'tiff', 'svg'] as const)('becomes %s', async (target) => {
    if (target === 'bmp') return expect((await convert(dxf(SQUARES), target)).format).toBe('bmp');
    const { data, info } = await pixels(dxf(SQUARES), target);
    const at = (part: number) => [
      ...data.subarray(3 * Math.floor(info.width * (Math.floor(info.height / 2) + part))).subarray(0, 3),
    ];
    expect(at(0.25)).toEqual([expect.toSatisfy(isStrong), expect.toSatisfy(isWeak), expect.toSatisfy(isWeak)]);
    expect(at(0.75)).toEqual([expect.toSatisfy(isWeak), expect.toSatisfy(isWeak), expect.toSatisfy(isWeak)]);
    expect(data.subarray(0, 3).every(isStrong)).toBe(true);
  });
  const isStrong = (level: number) => level > 200;
  const isWeak = (level: number) => level < 60;

  it('is drawn the same where it is binary', async () => {
    expect((await pixels(binaryDxf(SQUARES))).data.equals((await pixels(dxf(SQUARES))).data)).toBe(true);
  });

  it('shows its blocks and its text, in Chinese too', async () => {
    const block = dxf([...insert('two'), ...line([0, 0], [100, 100])], { blocks: { two: SQUARES } });
    expect(await darkShare(block)).toBeGreaterThan(0.3);
    const [one, other] = [await pixels(dxf(text('圆'))), await pixels(dxf(text('方')))];
    expect(one.data.equals(other.data)).toBe(false);
    expect(await darkShare(dxf(text('Word')))).toBeGreaterThan(0.03);
    // Programs write characters by their numbers even in versions that hold all of them.
    const written = await pixels(dxf(text('\\U+5706'), { version: 'AC1027' }));
    expect(written.data.equals((await pixels(dxf(text('圆'), { version: 'AC1027' }))).data)).toBe(true);
  });

  it('does not show layers that are off or frozen', async () => {
    const layers = [
      { name: 'off', color: -7 },
      { name: 'cold', flags: 1 },
    ];
    const hidden = [...line([0, 0], [0, 90], 'off'), ...line([0, 0], [90, 90], 'cold')];
    expect(await failure(dxf(hidden, { layers }))).toMatch(/nothing is on its visible layers/);
    expect(
      await askPoppler(
        'pdfinfo',
        [],
        (await convert(dxf([...hidden, ...line([0, 0], [90, 0])], { layers, units: 4 }))).path,
      ),
    ).toMatch(/x 28\.3/);
  });

  it('names the entities that are not drawn, and is refused where it has no others', async () => {
    const body = entity('3DSOLID', 'AcDbModelerGeometry', 70, 1, 1, 'mnopqrst');
    const wonder = entity('WONDER', 'AcDbWonder');
    expect(await failure(dxf(body, { version: 'AC1015' }))).toMatch(/only what cannot be drawn/);
    expect(await wordsOf(dxf([...SQUARES, ...body, ...body, ...wonder], { version: 'AC1015' }))).toBe(
      'Not drawn: 3DSOLID (2), WONDER (1)',
    );
    expect(await wordsOf(dxf(SQUARES))).toBe('');
  });

  it('is drawn from paper space where its model space is empty', async () => {
    const onPaper = [...line([0, 0], [90, 90])].flatMap((group): Group[] =>
      group[0] === 8 ? [group, [67, 1]] : [group],
    );
    expect(await failure(dxf(onPaper))).toMatch(/^made/);
  });
});
