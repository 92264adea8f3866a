import { beforeAll, describe, expect, it } from 'vitest';
import { look } from '../../media/look.ts';
import { colours } from '../../media/pixels.ts';
import { H264, QUARTERS, TONE, workbench } from '../../media/workbench.ts';

const { make, convert, refusal } = workbench();
const R = 'red';
const G = 'green';
const B = 'blue';
const W = 'white';

const picture = async (result: string) => (await look(result)).streams.find(({ codec_type: kind }) => kind === 'video');

beforeAll(async () => {
  await make('quarters.mp4', ...QUARTERS, ...TONE, ...H264, '-crf', '10', '-c:a', 'aac', '-metadata', 'title=Secret');
  await make('wide.mkv', ...QUARTERS, '-filter:v', 'setsar=2', ...H264);
});

describe('the size of a video', () => {
  it.each([
    [{ width: 48 }, [48, 32]],
    [{ width: 33 }, [32, 22]],
    [{ width: 64, height: 64 }, [64, 42]],
    [{ width: 64, height: 64, fit: 'cover' }, [64, 64]],
    [{ width: 16 }, [16, 10]],
    [{ width: 16, height: 8190, fit: 'fill' }, [16, 8190]],
    [{ crop: '48,0,48,64', rotate: 90, width: 32 }, [32, 24]],
  ])('becomes by %j %j', async (options, size) => {
    const video = await picture(await convert('quarters.mp4', 'mp4', 'mp4', options));
    expect([video?.width, video?.height]).toEqual(size);
  });

  it('keeps borders black, and cuts evenly', async () => {
    const contained = await convert('quarters.mp4', 'mp4', 'mkv', { width: 64, height: 64, fit: 'contain' });
    expect(
      await colours(contained, [
        [32, 4],
        [32, 60],
        [10, 20],
        [54, 40],
      ]),
    ).toEqual(['black', 'black', R, W]);
    const covered = await convert('quarters.mp4', 'mp4', 'mkv', { width: 64, height: 64, fit: 'cover' });
    expect(
      await colours(covered, [
        [4, 4],
        [60, 4],
        [4, 60],
        [60, 60],
      ]),
    ).toEqual([R, G, B, W]);
  });
});

describe('the pictures of a video', () => {
  it.each([
    [{ rotate: 90 }, [64, 96], [B, R, W, G]],
    [{ rotate: 180 }, [96, 64], [W, B, G, R]],
    [{ flip: 'horizontal' }, [96, 64], [G, R, W, B]],
    [{ crop: '24,16,48,32' }, [48, 32], [R, G, B, W]],
  ] as const)('lie by %j as %j pixels of %j', async (options, [width, height], expected) => {
    const result = await convert('quarters.mp4', 'mp4', 'webm', options);
    const [left, right, top, bottom] = [width / 4, (width * 3) / 4, height / 4, (height * 3) / 4];
    expect([(await picture(result))?.width, (await picture(result))?.height]).toEqual([width, height]);
    expect(
      await colours(result, [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ]),
    ).toEqual(expected);
  });

  it('cannot be cropped beyond their borders', async () => {
    expect(await refusal('quarters.mp4', 'mp4', 'mp4', { crop: '48,0,49,64' })).toContain('96 x 64');
    expect(await refusal('quarters.mp4', 'mp4', 'mp4', { crop: '0,1,96,64' })).toContain('"crop"');
  });
});
