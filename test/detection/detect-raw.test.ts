import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DETECTION_BYTES, detectFormat } from '../../functions/detection/detect.ts';
import { RAW_FORMATS, raw } from '../raw/raw-files.ts';

const picture = (orientation = 1) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } }).withMetadata({ orientation });

describe('detectFormat', () => {
  it.each(RAW_FORMATS)('detects %s whatever the name is', async (format) => {
    for (const name of ['holiday.tif', 'document.pdf'])
      expect(await detectFormat(raw(`quarters.${format}`), name)).toBe(format);
  });

  it.each(['described', 'lossless', 'linear'])('sees a DNG that is %s', async (kind) => {
    expect(await detectFormat(raw(`${kind}.dng`), 'x')).toBe('dng');
  });

  it('sees cr3 by its brand', async () => {
    const box = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypcrx \0\0\0\u0001crx isom', 'latin1')]);
    expect(await detectFormat(Buffer.concat([box, Buffer.alloc(1000)]), 'a.mp4')).toBe('cr3');
  });

  it.each(['Canon', 'NIKON CORPORATION', 'SONY', 'PENTAX', 'SAMSUNG'])(
    'takes a developed TIFF of a %s for nothing else, whatever its name says',
    async (Make) => {
      const tiff = await picture().withExif({ IFD0: { Make } }).tiff({ compression: 'lzw' }).toBuffer();
      for (const name of ['a.tif', 'a.nef', 'a.cr2', 'a.dng']) expect(await detectFormat(tiff, name)).toBe('tiff');
    },
  );

  it('detects a TIFF with the make of a camera but no sensor data as tiff', async () => {
    expect(await detectFormat(raw('developed.tiff'), 'a.nef')).toBe('tiff');
  });

  it('lets the name decide where the directory is beyond the beginning', async () => {
    const file = Buffer.concat([Buffer.from('49492a00f0f0f000', 'hex'), Buffer.alloc(2_000_000, 7)]);
    expect(await detectFormat(file, 'a.arw')).toBe('arw');
    expect(await detectFormat(file, 'a.dng')).toBe('dng');
    expect(await detectFormat(file, 'a.tif')).toBe('tiff');
    expect(await detectFormat(file, 'a.jpg')).toBe('tiff');
  });

  it('takes linear time for hostile directories', async () => {
    // Each two bytes are a directory of 1,000 fields, each of which lists more directories.
    const file = Buffer.alloc(DETECTION_BYTES);
    for (let at = 8; at + 12 <= file.length; at += 12) {
      file.writeUInt16LE(330, at);
      file.writeUInt16LE(4, at + 2);
      file.writeUInt32LE(0xffff_ffff, at + 4);
      file.writeUInt32LE((at * 7919) % file.length, at + 8);
    }
    file.write('II*\0', 0, 'latin1');
    file.writeUInt32LE(8, 4);
    expect(await detectFormat(file, 'a.dng')).toBe('tiff');
  });
});
