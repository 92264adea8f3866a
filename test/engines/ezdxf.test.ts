import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ezdxf } from '../../functions/engines/ezdxf.ts';
import { papersOfPdf, textOfPdf } from '../documents/read-result.ts';
import { binaryDxf, dxf, entity, type Group, insert, line, square, text } from '../drawings/dxf-file.ts';
import { committed } from '../support/committed.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';

vi.setConfig({ testTimeout: 120_000 });
/** A red square, and one in the color that is white on a black screen. */
const SQUARES = [...square(0, 0, 50, 1), ...square(50, 0, 50, 7)];
const LINES = Array.from({ length: 200 }, (_, at) => line([at, 0], [0, at])).flat();

const convert = async (content: Buffer, target: FormatName = 'pdf', engine = ezdxf) =>
  (await convertBytes(engine, content, ['dxf', target])).file;
const outcome = (content: Buffer, engine = ezdxf) => codeOf(convert(content, 'pdf', engine));
const wordsOf = async (content: Buffer) => textOfPdf(await convert(content)).trim();

/** Pixels, three numbers each. */
async function pixels(content: Buffer, target: FormatName = 'png') {
  const picture = sharp(await convert(content, target))
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColorspace('srgb');
  return picture.raw().toBuffer({ resolveWithObject: true });
}

async function darkShare(content: Buffer): Promise<number> {
  const { data } = await pixels(content);
  return data.filter((level) => level < 128).length / data.length;
}

describe('a DXF file', () => {
  it('is detected by its first section, after comments, or by its signature where it is binary', async () => {
    const content = dxf(SQUARES);
    for (const name of ['a.dxf', 'a']) expect(await detectFormat(content, name)).toBe('dxf');
    expect(await detectFormat(Buffer.concat([Buffer.from('999\nmade by hand\n'), content]), 'a')).toBe('dxf');
    expect(await detectFormat(binaryDxf(SQUARES), 'a')).toBe('dxf');
    expect(await detectFormat(Buffer.from('0\nSECTIONS of a text\n'), 'a.txt')).toBe('txt');
  });

  it('becomes a page of PDF as large as it is, or of the size of a sheet', async () => {
    expect(papersOfPdf(await convert(dxf(SQUARES, { units: 4 })))).toEqual(['110x60']);
    expect(papersOfPdf(await convert(dxf(SQUARES, { units: 6 })))).toEqual([expect.stringMatching(/^420x/)]);
  });

  it.each(['png', 'jpg', 'webp', 'avif', 'gif', 'tiff', 'svg'] as const)('becomes %s', async (target) => {
    const { data, info } = await pixels(dxf(SQUARES), target);
    const at = (part: number) => {
      const start = 3 * Math.floor(info.width * (Math.floor(info.height / 2) + part));
      return [...data.subarray(start, start + 3)].map((level) =>
        level > 200 ? 'high' : level < 60 ? 'low' : 'middle',
      );
    };
    expect(at(0.25)).toEqual(['high', 'low', 'low']);
    expect(at(0.75)).toEqual(['low', 'low', 'low']);
    expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(200);
  });

  it('is drawn the same where it is binary', async () => {
    expect((await pixels(binaryDxf(SQUARES))).data.equals((await pixels(dxf(SQUARES))).data)).toBe(true);
  });

  it('shows its blocks and its text, in Chinese too', async () => {
    const block = dxf([...insert('two'), ...line([0, 0], [100, 100])], { blocks: { two: SQUARES } });
    expect(await darkShare(block)).toBeGreaterThan(0.3);
    expect(await darkShare(dxf(text('Word')))).toBeGreaterThan(0.03);
    const drawn = async (words: string) => (await pixels(dxf(text(words), { version: 'AC1027' }))).data;
    expect((await drawn('圆')).equals(await drawn('方'))).toBe(false);
    // Programs write characters by their numbers even in versions that hold all of them.
    expect((await drawn('\\U+5706')).equals(await drawn('圆'))).toBe(true);
  });

  it('does not show layers that are off or frozen', async () => {
    const layers = [
      { name: 'off', color: -7 },
      { name: 'cold', flags: 1 },
    ];
    const hidden = [...line([0, 0], [0, 90], 'off'), ...line([0, 0], [90, 90], 'cold')];
    await expect(convert(dxf(hidden, { layers }))).rejects.toThrow(/nothing is on its visible layers/);
    const shown = await convert(dxf([...hidden, ...line([0, 0], [90, 0])], { layers, units: 4 }));
    expect(papersOfPdf(shown)).toEqual([expect.stringMatching(/x10$/)]);
  });

  it('names the entities that are not drawn, and is refused where it has no others', async () => {
    const body = entity('3DSOLID', 'AcDbModelerGeometry', 70, 1, 1, 'mnopqrst');
    const all = [...SQUARES, ...body, ...body, ...entity('WONDER', 'AcDbWonder')];
    await expect(convert(dxf(body, { version: 'AC1015' }))).rejects.toThrow(/only what cannot be drawn/);
    expect(await wordsOf(dxf(all, { version: 'AC1015' }))).toBe('Not drawn: 3DSOLID (2), WONDER (1)');
    expect(await wordsOf(dxf(SQUARES))).toBe('');
  });

  it('is drawn from paper space where its model space is empty', async () => {
    const onPaper = line([0, 0], [90, 90]).flatMap((group): Group[] => (group[0] === 8 ? [group, [67, 1]] : [group]));
    expect(await outcome(dxf(onPaper))).toBe('none');
  });

  it('names files that it refers to, and opens none', async () => {
    // A picture and a drawing, both /etc/passwd.
    expect(await wordsOf(committed('drawings/files/named-files.dxf'))).toBe('Not drawn: IMAGE (1), XREF (1)');
  });
});

describe('a damaged DXF file', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['random bytes', randomBytes(20_000)],
    ['random bytes after the signature', Buffer.concat([binaryDxf([]).subarray(0, 22), randomBytes(20_000)])],
    ['no entities', dxf([])],
    ['a quarter', dxf(LINES).subarray(0, 2000)],
    ['all but the last line', dxf(LINES).subarray(0, -5)],
    ['half in binary', binaryDxf(LINES).subarray(0, 4000)],
    ['all but the end in binary', binaryDxf(LINES).subarray(0, -3)],
    ['coordinates that are not numbers', dxf(line([Number.NaN, Number.NaN], [Number.NaN, 1]))],
    ['infinite coordinates', dxf(line([Number.POSITIVE_INFINITY, 0], [1e308, -1e308]))],
  ])('of %s is refused', async (_, content) => expect(await outcome(content)).toBe('UNREADABLE_FILE'));

  it.each([
    ['a line of infinite length beside others', dxf([...LINES, ...line([0, 0], [Number.POSITIVE_INFINITY, 0])])],
    ['a line far away', dxf([...LINES, ...line([0, 0], [1e300, 1e300])])],
    ['a text of no height', dxf([...LINES, ...text('a', 0, 0, 0)])],
    ['a text of signs that no font has', dxf([...LINES, ...text('\u{10ffff}\u{e000}')])],
    ['a block that is missing', dxf([...LINES, ...insert('none')])],
    ['a block in itself', dxf([...LINES, ...insert('a')], { blocks: { a: insert('a') } })],
  ])('with %s ends', async (_, content) =>
    expect(await outcome(content)).toMatch(/^(?:none|UNREADABLE_FILE|TOO_COMPLEX)$/),
  );
});

describe('a DXF file that expands without bound', () => {
  it.each(['array-of-blocks.dxf', 'ten-blocks-of-ten.dxf.gz', 'nested-blocks.dxf.gz'])(
    'is too complex: %s',
    async (name) => expect(await outcome(committed(`drawings/files/${name}`), briefly(ezdxf))).toBe('TOO_COMPLEX'),
  );

  it.each(['  0\r\nLINE\r\n', '999\r\n\r\n', '{\\', '%%'])('with a megabyte of %j ends', async (token) => {
    const filled = token.repeat(1_000_000 / token.length);
    const entities = Buffer.from(`  0\r\nSECTION\r\n  2\r\nENTITIES\r\n${filled}  0\r\nENDSEC\r\n  0\r\nEOF\r\n`);
    for (const content of [entities, dxf(text(filled))])
      expect(await outcome(content, briefly(ezdxf))).toMatch(/^(?:none|UNREADABLE_FILE|TOO_COMPLEX)$/);
  });
});
