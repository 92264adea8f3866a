import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convert } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { failure } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const SIZE = { width: 61, height: 43 };

/** A picture of which each line has something of its own. */
async function noise(): Promise<string> {
  const random = seededRandom(11);
  const pixels = Buffer.from(
    Array.from({ length: SIZE.width * SIZE.height * 3 }, (_, at) => (at % 200) + random() * 50),
  );
  const path = join(folder, 'noise.png');
  await sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}

async function make(format: FormatName, ...settings: readonly string[]): Promise<Buffer> {
  const path = join(mkdtempSync(join(folder, 'made-')), `picture.${format}`);
  await runFfmpeg('ffmpeg', '-y', '-i', await noise(), ...settings, '-update', '1', path);
  return readFileSync(path);
}

function read(content: Buffer, format: FormatName): Promise<string> {
  const inner = mkdtempSync(join(folder, 'job-'));
  writeFileSync(join(inner, 'source'), content);
  return convert(join(inner, 'source'), format, 'png', { folder: inner });
}

/** A Radiance picture whose pixels are not shortened. */
function plainRadiance(): Buffer {
  const head = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${SIZE.height} +X ${SIZE.width}\n`;
  const pixels = Buffer.from(
    Array.from({ length: SIZE.width * SIZE.height * 4 }, (_, at) => (at % 4 === 3 ? 128 : 20 + ((at * 7) % 200))),
  );
  return Buffer.concat([Buffer.from(head), pixels]);
}

const SOURCES: readonly (readonly [string, FormatName, () => Promise<Buffer>])[] = [
  ['Targa with runs', 'tga', () => make('tga', '-rle', '1')],
  ['Targa', 'tga', () => make('tga', '-rle', '0')],
  ['QOI', 'qoi', () => make('qoi')],
  ['Radiance', 'hdr', () => make('hdr', '-pix_fmt', 'gbrpf32le')],
  ['plain Radiance', 'hdr', async () => plainRadiance()],
  ['PCX', 'pcx', () => make('pcx')],
  ['SGI with runs', 'sgi', () => make('sgi', '-rle', '1')],
  ['SGI', 'sgi', () => make('sgi', '-rle', '0')],
  ['DPX', 'dpx', () => make('dpx')],
  ['OpenEXR', 'exr', () => make('exr', '-pix_fmt', 'gbrpf32le', '-compression', 'none')],
  ['OpenEXR in zip', 'exr', () => make('exr', '-pix_fmt', 'gbrpf32le', '-compression', 'zip1')],
];

describe('a picture without the data of its last line', () => {
  it.each(SOURCES)('is whole or refused: %s', async (_, format, source) => {
    const whole = await source();
    const pixels = await sharp(await read(whole, format))
      .raw()
      .toBuffer();
    for (const cut of [1, 30, 200]) {
      const result = await read(whole.subarray(0, whole.length - cut), format).catch(
        ({ code }: { code: string }) => code,
      );
      // Targa may have a footer, which is none of its pixels.
      if (result.startsWith('/'))
        expect([cut, (await sharp(result).raw().toBuffer()).equals(pixels)]).toEqual([cut, true]);
      else expect([cut, result]).toEqual([cut, 'UNREADABLE_FILE']);
    }
  });

  it.each([
    ['QOI', 'qoi', 8],
    ['Targa with runs', 'tga', 14],
  ] as const)('because its header states more lines is refused: %s', async (_, format, at) => {
    const whole = await make(format, ...(format === 'tga' ? ['-rle', '1'] : []));
    const taller = (height: number) => {
      const file = Buffer.from(whole);
      if (format === 'qoi') file.writeUInt32BE(height, at);
      else file.writeUInt16LE(height, at);
      return file;
    };
    for (const height of [44, 86, 6000])
      expect([height, (await failure(read(taller(height), format))).code]).toEqual([height, 'UNREADABLE_FILE']);
  });
});
