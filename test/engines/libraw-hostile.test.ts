import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { libraw } from '../../functions/engines/libraw.ts';
import { RAW_FORMATS, raw } from '../raw/raw-files.ts';
import { convertContent } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

function convert(content: Buffer, source: FormatName = 'dng', target: FormatName = 'jpg') {
  return convertContent(libraw, folder, content, [source, target]);
}

const dng = () => raw('quarters.dng');
const codeOf = async (content: Buffer, source?: FormatName) => (await failure(convert(content, source))).code;

/** A file with another number in one of its fields. */
function withField(file: Buffer, tag: number, value: number): Buffer {
  const changed = Buffer.from(file);
  const first = changed.readUInt32LE(4);
  for (let at = first + 2; at < first + 2 + changed.readUInt16LE(first) * 12; at += 12) {
    if (changed.readUInt16LE(at) === tag) changed.writeUInt32LE(value, at + 8);
  }
  return changed;
}

describe('an incomplete raw file', () => {
  it.each(RAW_FORMATS)('is refused: truncated %s', async (source) => {
    const file = raw(`quarters.${source}`);
    // Of a TIFF, the directories come last here: in place of cutting it off, its pixels are moved behind the end.
    const moved = source !== 'iiq' && file.toString('latin1', 0, 2) === 'II';
    const cut = moved ? pushedOut(file, source) : file.subarray(0, Math.floor(file.length * 0.7));
    expect(await codeOf(cut, source)).toBe('UNREADABLE_FILE');
    expect((await convert(file, source)).format).toBe('jpg');
  });

  it('is refused: one with a preview and nothing else', async () => {
    expect(await codeOf(raw('preview.dng'))).toBe('UNREADABLE_FILE');
  });

  it('is refused: one whose blocks are no JPEG as they should be', async () => {
    expect(await codeOf(withField(dng(), 259, 7))).toBe('UNREADABLE_FILE');
    expect(await codeOf(withField(dng(), 259, 52_546))).toBe('UNREADABLE_FILE');
  });

  it('is refused: a text, and nothing', async () => {
    expect(await codeOf(Buffer.from('II*\0 text and no picture'))).toBe('UNREADABLE_FILE');
    expect(await codeOf(Buffer.alloc(100_000, 0x49), 'cr3')).toBe('UNREADABLE_FILE');
  });
});

/** The same file with its pixels where none are. */
function pushedOut(file: Buffer, source: FormatName): Buffer {
  const changed = Buffer.from(file);
  // 273, 324 and 280 in any directory: the offsets of strips, of tiles and of Panasonic's samples.
  const tag = source === 'rw2' ? 280 : 273;
  for (let at = 8; at + 12 <= changed.length; at += 2) {
    if (changed.readUInt16LE(at) === tag && changed.readUInt16LE(at + 2) === 4 && changed.readUInt32LE(at + 4) === 1)
      changed.writeUInt32LE(file.length - 500, at + 8);
  }
  return changed;
}

describe('a raw file that needs too much', () => {
  it.each([
    ['wide', 256, 60_000],
    ['high', 257, 60_000],
    ['of no width', 256, 0],
  ] as const)('is refused: %s', async (_, tag, value) => {
    expect(['UNREADABLE_FILE', 'TOO_COMPLEX']).toContain(await codeOf(withField(dng(), tag, value)));
  });

  it('is refused as too complex before anything is developed', async () => {
    expect(await codeOf(withField(withField(dng(), 256, 12_000), 257, 9000))).toBe('TOO_COMPLEX');
    const panasonic = withField(withField(raw('quarters.rw2'), 2, 12_000), 3, 9000);
    expect(await codeOf(panasonic, 'rw2')).toBe('TOO_COMPLEX');
  });

  it('ends when its directories lead in circles', async () => {
    const file = dng();
    const first = file.readUInt32LE(4);
    const circular = Buffer.from(file);
    circular.writeUInt32LE(first, first + 2 + circular.readUInt16LE(first) * 12);
    expect((await convert(circular)).format).toBe('jpg');
  });
});

describe('the name of a camera', () => {
  it('is only text in the result', async () => {
    const file = Buffer.from(
      raw('described.dng').toString('latin1').replaceAll('Obscura 1', 'Ob\u001b[31m\u00071'),
      'latin1',
    );
    const { exif } = await sharp((await convert(file)).path).metadata();
    expect(exif?.includes('Acme')).toBe(true);
    expect(exif?.includes('\u001b[31m')).toBe(false);
  });
});
