import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const folder = temporaryFolder();

const SIDE = 32;
/** A DirectDraw Surface with the header of DirectX 10, of a kind by DXGI's number. */
const texture = (kind: number) => fixture(`made/directx-10-${kind}.dds`);

it.each(['ATI2', 'BC5U'])('a texture of red and green keeps its colours: %s', async (kind) => {
  const header = Buffer.alloc(128);
  header.write('DDS ', 'latin1');
  for (const [at, value] of [
    [4, 124],
    [8, 0x81007],
    [12, 4],
    [16, 4],
    [20, 16],
    [76, 32],
    [80, 4],
    [108, 0x1000],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  header.write(`${kind}A2XY`, 84, 'latin1');
  const block = (value: number) => Buffer.from([value, value, 0, 0, 0, 0, 0, 0]);
  writeFileSync(join(folder, `${kind}.dds`), Buffer.concat([header, block(200), block(50)]));
  const result = await convert(join(folder, `${kind}.dds`), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});

describe('a texture with the header of DirectX 10', () => {
  const colours = Buffer.from(
    Array.from({ length: SIDE * SIDE * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 251)),
  );

  it.each([
    ['red first', 28, [0, 1, 2]],
    ['blue first', 87, [2, 1, 0]],
  ] as const)('keeps its colours: %s', async (_, kind, order) => {
    const result = await sharp(await convert(texture(kind), 'dds', 'png', { quality: 'high' }))
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    const wanted = Array.from(colours, (value, at) =>
      at % 4 === 3 ? value : colours[at - (at % 4) + (order[at % 4] ?? 0)],
    );
    expect([...result]).toEqual(wanted);
  });

  it('is refused where it is cut off', async () => {
    writeFileSync(join(folder, 'cut.dds'), readFileSync(texture(28)).subarray(0, -1));
    expect((await failure(convert(join(folder, 'cut.dds'), 'dds', 'png'))).code).toBe('UNREADABLE_FILE');
  });

  it.each([94, 98])('is refused in BC6H and BC7: kind %d', async (kind) => {
    expect(await failure(convert(texture(kind), 'dds', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('BC6H or BC7'),
    });
  });
});
