import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { convert, decode, expectColour, fixture } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);
/** A picture of ours: see the README beside it. */
const made = (name: string) => fixture(`made/${name}`);
const COLOURS = ['#ff0000', '#00ff00', '#0000ff'];
const DELAYS = [100, 250, 70];
const film = async () => sharp(await Promise.all(COLOURS.map((colour) => plain(colour))), { join: { animated: true } });

describe('animation', () => {
  it.each(['gif', 'webp'] as const)('of %s becomes its first frame elsewhere', async (source) => {
    const animated = await (await film())[source]({ delay: DELAYS }).toBuffer();
    const { bytes } = await convert(save(`film.${source}`, animated), source, 'png');
    expectColour((await decode(bytes)).pixel(10, 8), [255, 0, 0], 4);
    expect((await sharp(bytes).metadata()).height).toBe(16);
  });

  it('is as long as in browsers, which show frames of 10 ms or less for 100 ms', async () => {
    const source = save('fast.gif', await (await film()).gif({ delay: [0, 10, 20], loop: 0 }).toBuffer());
    const { bytes } = await convert(source, 'gif', 'webp');
    expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([100, 100, 20]);
    const video = await convertBytes(chooseEngine('gif', 'mp4'), readFileSync(source), ['gif', 'mp4']);
    const duration = ['-show_entries', 'format=duration', '-of', 'csv=p=0', save('fast.mp4', video.file)];
    expect(Number(await runFfmpeg('ffprobe', ...duration))).toBeCloseTo(0.22, 2);
  });

  it.each(['gif', 'webp'] as const)('of PNG is composed by its disposal and blend operations: %s', async (target) => {
    // Green is seen once, then what was below it is back; blue is transparent over what is there, then cleared; blue is in a corner.
    const settings = { quality: 'high' } as const;
    const source = committed('pictures/made/composed.png');
    const { file: bytes } = await convertBytes(chooseEngine('apng', target), source, ['apng', target], settings);
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

  it('that is truncated is not silently shortened', async () => {
    const animated = await (await film()).gif({ delay: DELAYS }).toBuffer();
    const { code } = await failure(convert(save('cut.gif', animated.subarray(0, animated.length - 30)), 'gif', 'webp'));
    expect(code).toBe('UNREADABLE_FILE');
  });
});

/** The names and contents of the files of a zip. */
const filesOf = (bytes: Buffer) => [...unzip(bytes)].map(([name, content]) => ({ name, content }));

describe('pages', () => {
  it.each(['png', 'avif', 'ico'] as const)('of a TIFF become a zip of %s', async (target) => {
    const { format, bytes } = await convert(made('three-pages.tiff'), 'tiff', target);
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
    const { bytes } = await convert(made('twelve-pages.tiff'), 'tiff', 'png');
    const greys = await Promise.all(filesOf(bytes).map(async ({ content }) => (await decode(content)).pixel(4, 2)[0]));
    expect(greys).toEqual(Array.from({ length: 12 }, (_, page) => (40 * (page + 1)) % 256));
  });

  it.each(['low', 'medium'] as const)('of one size stay together in a TIFF (%s)', async (quality) => {
    const pages = await (await film()).tiff().toBuffer();
    const { format, bytes } = await convert(save('same.tiff', pages), 'tiff', 'tiff', quality);
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

  it.each(['thumbnail', 'mask'])('do not count a %s', async (name) => {
    const { format } = await convert(made(`${name}.tiff`), 'tiff', 'png');
    expect(format).toBe('png');
  });

  it('of a circular chain are refused, and so are too many', async () => {
    expect((await failure(convert(made('pages-without-end.tiff'), 'tiff', 'png'))).code).toBe('UNREADABLE_FILE');
    const many = save('many.tiff', committed('pictures/made/1001-pages.tiff.gz'));
    expect(await failure(convert(many, 'tiff', 'png'))).toMatchObject({ code: 'TOO_COMPLEX' });
  });
});
