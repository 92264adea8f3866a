import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { parseApng } from '../media/apng.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertWith } from '../support/engine.ts';
import { plain } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
/** Frames that are shown for different times, the last one longest: that is where times get lost. */
const DELAYS = [200, 100, 300, 4000];
const SECONDS = 4.6;
const COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];

async function convert(source: FormatName, target: FormatName, name = `film.${source}`): Promise<string> {
  const job = { sourcePath: path(name), sourceFormat: source, targetFormat: target, quality: 'medium' } as const;
  const result = await convertWith(chooseEngine(source, target), { ...job, folder: mkdtempSync(path('job-')) });
  expect(result.format).toBe(target);
  return result.path;
}

describe('an animated picture', () => {
  beforeAll(async () => {
    const frames = await Promise.all(COLOURS.map((background) => plain(background, 96, 64)));
    const film = sharp(frames, { join: { animated: true } });
    await film.clone().gif({ delay: DELAYS, loop: 3 }).toFile(path('film.gif'));
    await film.clone().webp({ delay: DELAYS, loop: 3, lossless: true }).toFile(path('film.webp'));
    await runFfmpeg('ffmpeg', '-y', '-i', await convert('gif', 'avif'), '-map', '0:1', '-c', 'copy', path('film.avif'));
  });

  it.each(['gif', 'webp'] as const)(
    'in %s keeps its times, its repetitions and every pixel in apng',
    async (source) => {
      const { frames, loopCount, width, height } = parseApng(readFileSync(await convert(source, 'apng')));
      expect({ loopCount, width, height }).toEqual({ loopCount: 3, width: 96, height: 64 });
      expect(frames.map(({ delay }) => delay)).toEqual(DELAYS);
      const seen = await Promise.all(frames.map(({ png }) => sharp(png()).raw().toBuffer()));
      expect(seen.map((pixels) => `#${pixels.toString('hex', 0, 3)}`)).toEqual(COLOURS);
    },
  );

  it.each([
    ['webp', 'avif'],
    ['webp', 'gif'],
    ['avif', 'gif'],
    ['avif', 'apng'],
    ['avif', 'webp'],
    ['apng', 'gif'],
    ['gif', 'mp4'],
    ['webp', 'webm'],
  ] as const)('stays one, for as long, from %s to %s', async (source, target) => {
    if (source === 'apng')
      await runFfmpeg('ffmpeg', '-y', '-i', path('film.gif'), '-final_delay', '4', path('film.apng'));
    const result = await convert(source, target);
    const { pages = 0, delay = [] } = await sharp(result, { pages: -1 })
      .metadata()
      .catch(() => ({}) as never);
    if (target === 'webp' || target === 'gif') {
      expect(pages).toBe(4);
      expect(delay.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(SECONDS, 1);
      return;
    }
    const { duration, packets } = await look(result);
    expect(duration).toBeCloseTo(SECONDS, 1);
    expect(packets).toBeGreaterThanOrEqual(4);
  });

  it('shows each picture of a video at its time', async () => {
    const at = async (second: string) => {
      const video = await convert('gif', 'mp4');
      const args = ['-ss', second, '-i', video, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
      await runFfmpeg('ffmpeg', '-y', ...args, path('frame'));
      return [...readFileSync(path('frame')).subarray(0, 3)].map((value) => (value > 128 ? 1 : 0));
    };
    expect(await at('0.1')).toEqual([1, 0, 0]);
    expect(await at('0.2')).toEqual([0, 1, 0]);
    expect(await at('0.4')).toEqual([0, 0, 1]);
    expect(await at('4')).toEqual([1, 1, 1]);
  });

  it('converts with bytes behind its trailer or without one, but not when it is truncated', async () => {
    const gif = readFileSync(path('film.gif'));
    const files = {
      'junk.gif': Buffer.concat([gif, Buffer.from('junk')]),
      'open.gif': gif.subarray(0, gif.length - 1),
    };
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(path(name), bytes);
      expect((await look(await convert('gif', 'mp4', name))).duration).toBeCloseTo(SECONDS, 1);
    }
    writeFileSync(path('cut.gif'), gif.subarray(0, gif.length - 20));
    for (const target of ['mp4', 'avif', 'gif', 'apng', 'webp'] as const)
      await expect(convert('gif', target, 'cut.gif'), target).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it.each(['gif', 'apng', 'webp', 'avif'] as const)('can be made of a video with one frame: %s', async (target) => {
    const video = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25', '-frames:v', '1', '-pix_fmt', 'yuv420p'];
    await runFfmpeg('ffmpeg', '-y', ...video, path('film.mp4'));
    const { width, height } = await sharp(await convert('mp4', target)).metadata();
    expect([width, height]).toEqual([96, 64]);
  });

  it.each(['webp', 'avif', 'gif'] as const)('with one frame is a still picture: %s', async (source) => {
    const still = sharp({ create: { width: 5, height: 3, channels: 3, background: '#00f' } });
    await still.toFormat(source).toFile(path(`still.${source}`));
    for (const target of ['avif', 'gif'] as const) {
      const { width, height, pages } = await sharp(await convert(source, target, `still.${source}`)).metadata();
      expect({ width, height, pages: pages ?? 1 }).toEqual({ width: 5, height: 3, pages: 1 });
    }
    expect((await look(await convert(source, 'mp4', `still.${source}`))).packets).toBeGreaterThan(0);
  });
});
