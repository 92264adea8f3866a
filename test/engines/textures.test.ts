import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const folder = temporaryFolder();

/** A DirectDraw Surface with the header of DirectX 10, of a kind by DXGI's number. */
const texture = (kind: number) => fixture(`made/directx-10-${kind}.dds`);

it.each(['ATI2', 'BC5U'])('a texture of red and green keeps its colours, or is refused: %s', async (kind) => {
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
  if (kind === 'BC5U')
    return expect(await failure(convert(join(folder, `${kind}.dds`), 'dds', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('swapped BC5'),
    });
  const result = await convert(join(folder, `${kind}.dds`), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});

describe('a texture with the header of DirectX 10', () => {
  it.each([28, 87, 94, 98])('is refused: kind %d', async (kind) => {
    expect(await failure(convert(texture(kind), 'dds', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('BC6H, BC7'),
    });
  });
});
