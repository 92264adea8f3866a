import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { makeApng } from './apng-maker.ts';
import { convert, decode, expectColour, failure } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const save = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const plain = (colour: string, width = 20, height = 16) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
const COLOURS = ['#ff0000', '#00ff00', '#0000ff'];
const DELAYS = [100, 250, 70];
const film = async () => sharp(await Promise.all(COLOURS.map((colour) => plain(colour))), { join: { animated: true } });

describe('animation', () => {
  it.each([
    ['gif', 'gif'],
    ['webp', 'webp'],
  ] as const)('%s stays animated as %s', async (source, target) => {
    const made = await (await film())[source]({ delay: DELAYS, loop: 3 }).toBuffer();
    const { bytes } = await convert(folder, save(`film.${source}`, made), source, target, 'high');
    const { pages, delay, loop, width, pageHeight } = await sharp(bytes, { animated: true }).metadata();
    expect({ pages, delay, loop, width, pageHeight }).toEqual({
      pages: 3,
      delay: DELAYS,
      loop: 3,
      width: 20,
      pageHeight: 16,
    });
    for (const [page, colour] of [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ].entries()) {
      const frame = await decode(await sharp(bytes, { page }).png().toBuffer());
      expectColour(frame.pixel(10, 8), colour as [number, number, number], 8);
    }
  });

  it.each(['gif', 'webp'] as const)('of %s becomes its first frame elsewhere', async (source) => {
    const made = await (await film())[source]({ delay: DELAYS }).toBuffer();
    const { bytes } = await convert(folder, save(`film.${source}`, made), source, 'png');
    expectColour((await decode(bytes)).pixel(10, 8), [255, 0, 0], 4);
    expect((await sharp(bytes).metadata()).height).toBe(16);
  });

  it('gives frames without a time the time that browsers give them', async () => {
    const made = await (await film()).gif({ delay: [0, 0, 0], loop: 0 }).toBuffer();
    const { bytes } = await convert(folder, save('fast.gif', made), 'gif', 'webp');
    expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([100, 100, 100]);
  });

  it.each(['gif', 'webp'] as const)('of PNG is composed as its frames say: %s', async (target) => {
    const frame = { x: 0, y: 0, width: 8, height: 8, delay: 100, dispose: 0, blend: 0 };
    const path = save(
      'film.png',
      makeApng(8, 8, 2, [
        { ...frame, colour: [255, 0, 0, 255] },
        // Seen once, then what was below it is back.
        { ...frame, x: 4, width: 4, colour: [0, 255, 0, 255], dispose: 2, delay: 200 },
        // Transparent over what is there: nothing is seen of it; then its place is cleared.
        { ...frame, x: 4, width: 4, colour: [0, 0, 255, 0], blend: 1, dispose: 1, delay: 300 },
        { ...frame, width: 2, height: 2, colour: [0, 0, 255, 255], delay: 400 },
      ]),
    );
    const { bytes } = await convert(folder, path, 'apng', target, 'high');
    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata();
    // The third frame looks like the first; an encoder may not merge it, as the second is between them.
    expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [100, 200, 300, 400], loop: 2 });
    const seen = await Promise.all(
      [0, 1, 2, 3].map(async (page) => decode(await sharp(bytes, { page }).png().toBuffer())),
    );
    expectColour(seen[0]?.pixel(6, 6) ?? [], [255, 0, 0]);
    expectColour(seen[1]?.pixel(6, 6) ?? [], [0, 255, 0]);
    expectColour(seen[1]?.pixel(1, 6) ?? [], [255, 0, 0]);
    expectColour(seen[2]?.pixel(6, 6) ?? [], [255, 0, 0]);
    expect(seen[3]?.pixel(6, 6)[3]).toBe(0);
    expectColour(seen[3]?.pixel(0, 0) ?? [], [0, 0, 255], 60);
  });

  it('of PNG becomes its first frame elsewhere', async () => {
    const frame = { x: 0, y: 0, width: 8, height: 8, delay: 100, dispose: 0, blend: 0 };
    const path = save(
      'two.png',
      makeApng(8, 8, 0, [
        { ...frame, colour: [255, 0, 0, 255] },
        { ...frame, colour: [0, 255, 0, 255] },
      ]),
    );
    expectColour((await decode((await convert(folder, path, 'apng', 'png')).bytes)).pixel(4, 4), [255, 0, 0]);
  });

  it('that was cut off is not shortened in silence', async () => {
    const made = await (await film()).gif({ delay: DELAYS }).toBuffer();
    const { code } = await failure(convert(folder, save('cut.gif', made.subarray(0, made.length - 30)), 'gif', 'webp'));
    expect(code).toBe('UNREADABLE_FILE');
  });
});

/** The names and contents of the files of a zip. */
const filesOf = (bytes: Buffer) => [...unzip(bytes)].map(([name, content]) => ({ name, content }));

/** A TIFF of uncompressed grey pages, each 8 x (its number + 4), little-endian; `types` are their NewSubfileTypes. */
function pagedTiff(types: readonly number[]): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a0008000000', 'hex')];
  let at = 8;
  types.forEach((type, index) => {
    const [width, height] = [8, index + 4];
    const tags = [
      [254, 4, type],
      [256, 3, width],
      [257, 3, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, 0],
      [277, 3, 1],
      [278, 3, height],
      [279, 4, width * height],
    ] as const;
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    const pixels = Buffer.alloc(width * height, 40 * (index + 1));
    const next = at + directory.length + pixels.length;
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag, kind, value], i) => {
      directory.writeUInt16LE(tag, 2 + i * 12);
      directory.writeUInt16LE(kind, 4 + i * 12);
      directory.writeUInt32LE(1, 6 + i * 12);
      directory.writeUInt32LE(tag === 273 ? at + directory.length : value, 10 + i * 12);
    });
    directory.writeUInt32LE(index === types.length - 1 ? 0 : next, directory.length - 4);
    parts.push(directory, pixels);
    at = next;
  });
  return Buffer.concat(parts);
}

describe('pages', () => {
  it.each(['png', 'avif', 'ico'] as const)('of a TIFF become a zip of %s', async (target) => {
    const { format, bytes } = await convert(folder, save('pages.tiff', pagedTiff([2, 2, 2])), 'tiff', target);
    expect(format).toBe('zip');
    const files = filesOf(bytes);
    expect(files.map(({ name }) => name)).toEqual([1, 2, 3].map((page) => `page-00${page}.${target}`));
    if (target === 'ico') return;
    for (const [page, { content }] of files.entries()) {
      const { pixel, metadata } = await decode(content);
      expect([metadata.width, metadata.height]).toEqual([8, page + 4]);
      expectColour(pixel(4, 2), [40 * (page + 1), 40 * (page + 1), 40 * (page + 1)], 6);
    }
  });

  it('stay what they are where there are many', async () => {
    const { bytes } = await convert(folder, save('dozen.tiff', pagedTiff(Array(12).fill(2))), 'tiff', 'png');
    const greys = await Promise.all(filesOf(bytes).map(async ({ content }) => (await decode(content)).pixel(4, 2)[0]));
    expect(greys).toEqual(Array.from({ length: 12 }, (_, page) => (40 * (page + 1)) % 256));
  });

  it.each(['low', 'medium'] as const)('of one size stay together in a TIFF (%s)', async (quality) => {
    const source = await (await film()).tiff().toBuffer();
    const { format, bytes } = await convert(folder, save('same.tiff', source), 'tiff', 'tiff', quality);
    expect(format).toBe('tiff');
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, width: 20, height: 16 });
    for (const [page, colour] of (
      [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
      ] as const
    ).entries()) {
      const data = await sharp(bytes, { page }).raw().toBuffer();
      expectColour([...data.subarray(0, 3)], colour, 6);
    }
  });

  it.each([
    ['a thumbnail', [0, 1]],
    ['a mask', [0, 4]],
  ])('do not count %s', async (_, types) => {
    const { format } = await convert(folder, save('one.tiff', pagedTiff(types)), 'tiff', 'png');
    expect(format).toBe('png');
  });

  it('of a chain without end are refused, and so are too many', async () => {
    const loop = pagedTiff([0, 0]);
    const second = loop.readUInt32LE(8 + 2 + 10 * 12);
    loop.writeUInt32LE(8, second + 2 + 10 * 12);
    expect((await failure(convert(folder, save('loop.tiff', loop), 'tiff', 'png'))).code).toBe('UNREADABLE_FILE');
    const many = save('many.tiff', pagedTiff(Array(1001).fill(2)));
    expect(await failure(convert(folder, many, 'tiff', 'png'))).toMatchObject({ code: 'TOO_COMPLEX' });
  });
});
