import sharp from 'sharp';
import { expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { failure } from '../support/failure.ts';
import { fixture } from './quarters.ts';

it('a texture of red and green keeps its colours', async () => {
  const result = await convert(fixture('made/red-green-ati2.dds'), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});

it.each([
  ['red-green-bc5u', 'swapped BC5'],
  ['directx-10-28', 'BC6H, BC7'],
  ['directx-10-87', 'BC6H, BC7'],
  ['directx-10-94', 'BC6H, BC7'],
  ['directx-10-98', 'BC6H, BC7'],
])('a texture of another kind is refused: %s', async (name, kind) => {
  expect(await failure(convert(fixture(`made/${name}.dds`), 'dds', 'png'))).toEqual({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining(kind),
  });
});
