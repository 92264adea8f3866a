import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { codeOf, failure } from '../support/failure.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const save = saverIn(temporaryFolder());

/** A DirectDraw Surface with the header of DirectX 10, of a kind by DXGI's number. */
const texture = (kind: number) => fixture(`made/directx-10-${kind}.dds`);

it.each(['ati2', 'bc5u'])('a texture of red and green keeps its colours: %s', async (kind) => {
  const result = await convert(fixture(`made/red-green-${kind}.dds`), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});

it.each([
  ['red first', 28, [0, 1, 2]],
  ['blue first', 87, [2, 1, 0]],
] as const)('a texture with the header of DirectX 10 keeps its colours: %s', async (_, kind, order) => {
  const result = await convert(texture(kind), 'dds', 'png', { quality: 'high' });
  const found = [...(await sharp(result).toColourspace('srgb').removeAlpha().raw().toBuffer())];
  expect(found).toEqual(found.map((_, at) => ((Math.floor(at / 3) * 4 + (order[at % 3] ?? 0)) * 7) % 251));
});

it('a texture with the header of DirectX 10 is refused where it is cut off, and in BC6H and BC7', async () => {
  const cut = save('cut.dds', readFileSync(texture(28)).subarray(0, -1));
  expect(await codeOf(convert(cut, 'dds', 'png'))).toBe('UNREADABLE_FILE');
  for (const kind of [94, 98])
    expect(await failure(convert(texture(kind), 'dds', 'png'))).toEqual({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('BC6H or BC7'),
    });
});
