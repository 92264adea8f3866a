import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { attributesOfExr } from '../../functions/engines/ffmpeg/exr/exr-attributes.ts';
import { openLuminance } from '../../functions/engines/ffmpeg/exr/open-luminance.ts';
import { convert, failure } from '../media/convert.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { decode } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

/** What OpenEXR wrote, and what it reads from that: see make-fixtures.sh. */
const fixture = (name: string) => join(import.meta.dirname, '../media/fixtures', name);
const [WIDTH, HEIGHT] = [34, 36];
/** Of the file in that packing, which makes nothing smaller that is small. */
const PIZ_WIDTH = 162;
const PACKINGS = ['none', 'rle', 'zips', 'zip', 'piz', 'pxr24', 'b44', 'b44a'] as const;
const CLEAR = ['zip', 'b44'];

const halves = (bytes: Buffer) => new Float16Array(Uint8Array.from(bytes).buffer);
const wantedOf = (packing: string) => halves(gunzipSync(readFileSync(fixture(`luminance-${packing}.halves.gz`))));

/** Rows of a file that is not packed: the samples of each channel, in the order of their names. */
function channelsOf(path: string, count: number, width: number): Float16Array[][] {
  const file = readFileSync(path);
  const table = attributesOfExr(file)?.end ?? 0;
  return Array.from({ length: HEIGHT }, (_, y) => {
    const at = Number(file.readBigUInt64LE(table + y * 8)) + 8;
    return Array.from({ length: count }, (_, i) => halves(file.subarray(at + i * width * 2, at + (i + 1) * width * 2)));
  });
}

const open = async (path: string) =>
  (
    await openLuminance({
      sourcePath: path,
      sourceFormat: 'exr',
      targetFormat: 'png',
      quality: 'medium',
      folder: mkdtempSync(join(folder, 'job-')),
      options: {},
    } as unknown as Parameters<typeof openLuminance>[0])
  ).sourcePath;

const shown = (light: number) => {
  const kept = Math.min(1, Math.max(0, light));
  return 255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055);
};

describe('brightness and colour differences of OpenEXR', () => {
  it.each(PACKINGS)('are the colours that OpenEXR makes of them: %s', async (packing) => {
    const clear = CLEAR.includes(packing);
    const wanted = wantedOf(packing);
    const rows = channelsOf(
      await open(fixture(`luminance-${packing}.exr`)),
      clear ? 4 : 3,
      packing === 'piz' ? PIZ_WIDTH : WIDTH,
    );
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const found = (rows[y] ?? []).map((samples) => samples[x] ?? -1).reverse();
        for (const [channel, sample] of found.entries()) {
          const right = wanted[(y * WIDTH + x) * 4 + channel] ?? -1;
          expect(Math.abs(sample - right), `${x}, ${y}: ${sample} for ${right}`).toBeLessThan(0.002 + right * 0.002);
        }
      }
  });

  it.each(['none', 'zip'])('are shown as any others: %s', async (packing) => {
    const wanted = wantedOf(packing);
    const { pixel, metadata } = await decode(
      readFileSync(await convert(fixture(`luminance-${packing}.exr`), 'exr', 'png')),
    );
    expect([metadata.width, metadata.height, metadata.hasAlpha]).toEqual([WIDTH, HEIGHT, packing === 'zip']);
    for (const [x, y] of [
      [0, 0],
      [33, 0],
      [10, 20],
      [33, 35],
    ] as const) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = wanted.subarray((y * WIDTH + x) * 4);
      const colours = [red, green, blue].map((light) => shown(light / alpha));
      for (const [index, each] of [...colours, alpha * 255].entries())
        expect(Math.abs((pixel(x, y)[index] ?? 999) - each), `${pixel(x, y)} for ${colours}`).toBeLessThan(2);
    }
  });

  it('are those of the primaries that the file names', async () => {
    const [red = 0, green = 0, blue = 0] = wantedOf('piz').subarray((20 * WIDTH + 10) * 4);
    const { pixel } = await decode(readFileSync(await convert(fixture('luminance-piz.exr'), 'exr', 'png')));
    const light = 1.6605 * red - 0.5876 * green - 0.0728 * blue;
    expect(Math.abs((pixel(10, 20)[0] ?? 999) - shown(light))).toBeLessThan(2);
  });

  const spoilt = (packing: string, spoil: (file: Buffer) => Buffer) => {
    const path = join(folder, 'spoilt.exr');
    copyFileSync(fixture(`luminance-${packing}.exr`), path);
    writeFileSync(path, spoil(readFileSync(path)));
    return path;
  };
  const changed = (file: Buffer, at: number, bytes: number[]) => {
    file.set(bytes, at);
    return file;
  };
  const firstPiece = (file: Buffer) => Number(file.readBigUInt64LE(attributesOfExr(file)?.end));
  /** Behind the table of numbers that occur, and the length of the codes. */
  const firstCodes = (file: Buffer) => {
    const numbers = firstPiece(file) + 8;
    return numbers + 4 + file.readUInt16LE(numbers + 2) - file.readUInt16LE(numbers) + 1 + 4;
  };
  const afterName = (file: Buffer, name: string, bytes: number[], behind: number) =>
    changed(file, file.indexOf(`${name}\0`) + name.length + 1 + behind, bytes);

  it.each([
    ['none', 'cut off', (file: Buffer) => file.subarray(0, -9)],
    ['zip', 'with other bytes', (file: Buffer) => changed(file, file.length - 200, Array(150).fill(0x55))],
    ['piz', 'of numbers beyond all', (file: Buffer) => changed(file, firstPiece(file) + 10, [0xff, 0xff])],
    ['piz', 'of codes beyond all', (file: Buffer) => changed(file, firstCodes(file) + 4, [0, 0, 9, 0])],
    [
      'b44',
      'that points to one piece twice',
      (file: Buffer) => {
        const table = attributesOfExr(file)?.end ?? 0;
        return changed(file, table + 8, [...file.subarray(table, table + 8)]);
      },
    ],
    [
      'rle',
      'with samples for four pixels',
      (file: Buffer) => afterName(file, 'RY', [4], 8),
      'Save it anew with the channels R',
    ],
    [
      'zips',
      'in another packing',
      (file: Buffer) => afterName(file, 'compression\0compression', [9], 4),
      'Save it anew with the channels R',
    ],
  ] as const)('are refused in a file of %s %s', async (packing, _, spoil, words: string = 'damaged') => {
    expect(await failure(convert(spoilt(packing, spoil), 'exr', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining(words),
    });
  });

  it.each(PACKINGS)('are read or refused whatever bytes stand for them: %s', async (packing) => {
    for (let seed = 1; seed <= 40; seed++) {
      const path = spoilt(packing, (file) => {
        for (let i = 1; i <= 4; i++)
          file[400 + ((seed * 7919 + i * 104729) % (file.length - 400))] = (seed * i * 37) & 0xff;
        return file;
      });
      const code = await open(path).then(
        () => 'read',
        (error) => error.code,
      );
      expect(['read', 'UNREADABLE_FILE']).toContain(code);
    }
  });
});
