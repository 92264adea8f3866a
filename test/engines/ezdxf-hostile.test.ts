import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ezdxf } from '../../functions/engines/ezdxf.ts';
import { binaryDxf, dxf, entity, insert, line, square, text } from '../drawings/dxf-file.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { briefly, convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const outcome = (content: Buffer, engine = ezdxf) =>
  convertContent(engine, folder, content, ['dxf', 'pdf']).then(
    ({ path }) => `made ${readFileSync(path).length > 500}`,
    ({ code }: { code: string }) => code,
  );
const LINES = Array.from({ length: 200 }, (_, at) => line([at, 0], [0, at])).flat();

describe('a damaged DXF file', { timeout: 120_000 }, () => {
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
    expect(await outcome(content)).toMatch(/^made true|UNREADABLE_FILE|TOO_COMPLEX/),
  );
});

describe('a DXF file that expands without bound', { timeout: 120_000 }, () => {
  const array = [70, 32_000, 71, 32_000, 44, 1, 45, 1];
  /** Blocks of ten of the block before: 10 to the power of 12 lines. */
  const nested = Object.fromEntries(
    Array.from({ length: 13 }, (_, at) => [
      `b${at}`,
      at === 0 ? line([0, 0], [1, 1]) : Array.from({ length: 10 }, () => insert(`b${at - 1}`)).flat(),
    ]),
  );
  const deep = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [`b${at}`, at === 0 ? line([0, 0], [1, 1]) : insert(`b${at - 1}`)]),
  );

  it.each([
    ['an array of a thousand million blocks', dxf(insert('a', ...array), { blocks: { a: line([0, 0], [1, 1]) } })],
    ['blocks of blocks', dxf(insert('b12'), { blocks: nested })],
    ['2000 nested blocks', dxf(insert('b1999'), { blocks: deep })],
  ])('with %s is too complex', async (_, content) =>
    expect(await outcome(content, briefly(ezdxf))).toBe('TOO_COMPLEX'),
  );

  it.each(['  0\r\nLINE\r\n', '999\r\n\r\n', '{\\', '%%'])('with a megabyte of %j ends', async (token) => {
    const filled = token.repeat(1_000_000 / token.length);
    for (const content of [
      Buffer.from(`  0\r\nSECTION\r\n  2\r\nENTITIES\r\n${filled}  0\r\nENDSEC\r\n  0\r\nEOF\r\n`),
      dxf(text(filled)),
    ])
      expect(await outcome(content, briefly(ezdxf))).toMatch(/^made true|UNREADABLE_FILE|TOO_COMPLEX/);
  });
});

it('names files that a drawing refers to, and opens none', async () => {
  const sides = [10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0, 12, 0, 22, 1, 32, 0, 13, 9, 23, 9];
  const picture = entity('IMAGE', 'AcDbRasterImage', ...sides, 340, 'FF');
  const definition = [
    ...['0\r\nSECTION\r\n2\r\nOBJECTS', '0\r\nDICTIONARY\r\n5\r\nC\r\n100\r\nAcDbDictionary'],
    ...['0\r\nIMAGEDEF\r\n5\r\nFF\r\n100\r\nAcDbRasterImageDef', '1\r\n/etc/passwd\r\n10\r\n9\r\n20\r\n9'],
    '0\r\nENDSEC\r\n  0\r\nEOF',
  ].join('\r\n');
  const block =
    '0\r\nBLOCK\r\n8\r\n0\r\n2\r\nx\r\n70\r\n4\r\n10\r\n0\r\n20\r\n0\r\n3\r\nx\r\n1\r\n/etc/passwd\r\n0\r\nENDBLK\r\n8\r\n0\r\n';
  const content = dxf([...square(0, 0, 9, 1), ...picture, ...insert('x')], { version: 'AC1015' }).toString();
  const source = Buffer.from(content.replace('BLOCKS\r\n', `BLOCKS\r\n${block}`).replace('  0\r\nEOF', definition));
  const { path } = await convertContent(ezdxf, folder, source, ['dxf', 'pdf']);
  await askPoppler('pdftotext', [], path);
  expect(readFileSync(path.replace(/pdf$/, 'txt'), 'utf8').trim()).toBe('Not drawn: IMAGE (1), XREF (1)');
});
