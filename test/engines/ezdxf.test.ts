import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ezdxf } from '../../functions/engines/ezdxf.ts';
import { papersOfPdf, textOfPdf } from '../documents/read-result.ts';
import { look } from '../pdfs/convert-pdf.ts';
import { committed } from '../support/committed.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';

vi.setConfig({ testTimeout: 120_000 });
/** A drawing of ours: see test/documents/files/README.md. */
const drawing = (name: string) => committed(`drawings/files/${name}.dxf`);
/** A red square, and one in the color that is white on a black screen. */
const SQUARES = drawing('squares');

const convert = async (content: Buffer, target: FormatName = 'pdf', engine = ezdxf) =>
  (await convertBytes(engine, content, ['dxf', target])).file;
const outcome = (content: Buffer, engine = ezdxf) => codeOf(convert(content, 'pdf', engine));
const wordsOf = async (content: Buffer) => textOfPdf(await convert(content)).trim();

/** Its pixels, three numbers each. */
const pixels = async (content: Buffer) =>
  sharp(await convert(content, 'png'))
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer();

async function darkShare(content: Buffer): Promise<number> {
  const data = await pixels(content);
  return data.filter((level) => level < 128).length / data.length;
}

describe('a DXF file', () => {
  const drawn = (name: string) => pixels(drawing(name));
  let square: Buffer;
  beforeAll(async () => {
    square = await drawn('square');
  });

  it('is detected by its first section, after comments, or by its signature where it is binary', async () => {
    for (const name of ['a.dxf', 'a']) expect(await detectFormat(SQUARES, name)).toBe('dxf');
    expect(await detectFormat(Buffer.concat([Buffer.from('999\nmade by hand\n'), SQUARES]), 'a')).toBe('dxf');
    expect(await detectFormat(drawing('squares-binary'), 'a')).toBe('dxf');
    expect(await detectFormat(Buffer.from('0\nSECTIONS of a text\n'), 'a.txt')).toBe('txt');
  });

  it('becomes a page of PDF as large as it is, or of the size of a sheet', async () => {
    expect(papersOfPdf(await convert(drawing('squares-in-millimetres')))).toEqual(['110x60']);
    expect(papersOfPdf(await convert(drawing('squares-in-metres')))).toEqual([expect.stringMatching(/^420x/)]);
  });

  // Other pictures are made of its page as those of PDF files are.
  it.each(['png', 'svg'] as const)('becomes %s', async (target) => {
    const { at } = await look(await convert(SQUARES, target));
    expect([at(0.25, 0.5), at(0.75, 0.5), at(0, 0)]).toEqual(['red', 'black', 'white']);
  });

  it('is drawn the same where it is binary', async () => {
    expect((await drawn('squares-binary')).equals(await drawn('squares'))).toBe(true);
  });

  it.each(['style-without-its-parts', 'data-that-ends-within-a-byte'])('is drawn in spite of %s', async (name) => {
    expect((await drawn(name)).equals(square)).toBe(true);
  });

  it('shows its blocks and its text, in Chinese too', async () => {
    expect(await darkShare(drawing('block'))).toBeGreaterThan(0.3);
    expect(await darkShare(drawing('word'))).toBeGreaterThan(0.03);
    const round = await drawn('round');
    expect(round.equals(square)).toBe(false);
    // Programs write characters by their numbers even in versions that hold all of them.
    expect((await drawn('round-by-number')).equals(round)).toBe(true);
    expect(await outcome(drawing('without-its-number'))).toBe('none');
  });

  it('does not show layers that are off or frozen', async () => {
    await expect(convert(drawing('hidden-layers'))).rejects.toThrow(/nothing is on its visible layers/);
    expect(papersOfPdf(await convert(drawing('one-visible-layer')))).toEqual([expect.stringMatching(/x10$/)]);
  });

  it('names the entities that are not drawn, and is refused where it has no others', async () => {
    await expect(convert(drawing('solid-body'))).rejects.toThrow(/only what cannot be drawn/);
    expect(await wordsOf(drawing('squares-and-bodies'))).toBe('Not drawn: 3DSOLID (2), WONDER (1)');
    expect(await wordsOf(SQUARES)).toBe('');
  });

  it('is drawn from paper space where its model space is empty', async () => {
    expect(await outcome(drawing('paper-space'))).toBe('none');
  });

  it('names files that it refers to, and opens none', async () => {
    // A picture and a drawing, both /etc/passwd.
    expect(await wordsOf(drawing('named-files'))).toBe('Not drawn: IMAGE (1), XREF (1)');
  });
});

describe('a damaged DXF file', () => {
  const [LINES, BINARY] = [drawing('lines'), drawing('lines-binary')];

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no entities', drawing('no-entities')],
    ['all but the last line', LINES.subarray(0, -5)],
    ['half in binary', BINARY.subarray(0, 4000)],
    ['all but the end in binary', BINARY.subarray(0, -3)],
    ['coordinates that are not numbers', drawing('not-numbers')],
    ['infinite coordinates', drawing('infinite')],
  ])('of %s is refused', async (_, content) => expect(await outcome(content)).toBe('UNREADABLE_FILE'));

  it.each(['endless-line', 'far-line', 'flat-text', 'unknown-signs', 'missing-block', 'block-in-itself'])(
    'with an odd entity among others ends: %s',
    async (name) => expect(await outcome(drawing(name))).toMatch(/^(?:none|UNREADABLE_FILE|TOO_COMPLEX)$/),
  );
});

describe('a DXF file that expands without bound', () => {
  it.each(['array-of-blocks.dxf', 'ten-blocks-of-ten.dxf.gz', 'nested-blocks.dxf.gz'])(
    'is too complex: %s',
    async (name) => expect(await outcome(committed(`drawings/files/${name}`), briefly(ezdxf))).toBe('TOO_COMPLEX'),
  );

  const entities = (filled: string) => `  0\r\nSECTION\r\n  2\r\nENTITIES\r\n${filled}  0\r\nENDSEC\r\n  0\r\nEOF\r\n`;
  const words = (filled: string) => String(drawing('word')).replace('Word', () => filled);

  it.each([
    ['  0\r\nLINE\r\n', entities],
    ['999\r\n\r\n', entities],
    ['{\\', words],
    ['%%', words],
  ])('with a megabyte of %j ends', async (token, within) => {
    const content = Buffer.from(within(token.repeat(1_000_000 / token.length)));
    expect(await outcome(content, briefly(ezdxf))).toMatch(/^(?:none|UNREADABLE_FILE|TOO_COMPLEX)$/);
  });
});
