import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { DETECTION_BYTES, detectFormat } from '../../functions/detection/detect.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { makeSource } from '../media/sources.ts';
import { RAW_FORMATS, raw } from '../raw/raw-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
/** What nothing in the content tells: Targa has no signature, VOB is an MPEG file from a DVD, MKA is Matroska without video. */
const BY_NAME: readonly FormatName[] = ['tga', 'vob', 'mka'];
const BARE_MP3 = ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3'];

it.each(Object.keys(ffmpeg.conversions) as FormatName[])('detectFormat of sound and video sees %s', async (format) => {
  const content = readFileSync(await makeSource(format, folder));
  expect(await detectFormat(content, `a.${format}`)).toBe(format);
  if (!BY_NAME.includes(format)) expect(await detectFormat(content, 'document.pdf')).toBe(format);
});

it.each([
  ['mp3 without a tag', 'mp3', BARE_MP3],
  ['wav of 64 bits', 'wav', ['-rf64', 'always', '-f', 'wav']],
  ['transport streams of discs', 'ts', ['-c:a', 'ac3', '-mpegts_m2ts_mode', '1', '-f', 'mpegts']],
] as const)('detectFormat of sound and video sees %s', async (_, format, args) => {
  const path = `${folder}/special`;
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', ...args, path);
  expect(await detectFormat(readFileSync(path), 'special')).toBe(format);
});

it('detectFormat of sound and video detects MP3 behind other bytes by its name, and behind tags that fill the beginning', async () => {
  const path = `${folder}/bare.mp3`;
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', ...BARE_MP3, path);
  const before = Buffer.concat([Buffer.alloc(3000, 0x20), Buffer.alloc(99)]);
  expect(await detectFormat(Buffer.concat([before, readFileSync(path)]), 'a.mp3')).toBe('mp3');
  // Its frames are not where it says that its tags end.
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\x7f\x7f\x7f', 'latin1'), Buffer.alloc(1_200_000, 1)]);
  expect(await detectFormat(tag, 'a.bin')).toBe('mp3');
});

it.each(RAW_FORMATS)('detectFormat of photos detects %s whatever the name is', async (format) => {
  for (const name of ['holiday.tif', 'document.pdf'])
    expect(await detectFormat(raw(`quarters.${format}`), name)).toBe(format);
});

it.each(['described', 'lossless', 'linear'])('detectFormat of photos sees a DNG that is %s', async (kind) => {
  expect(await detectFormat(raw(`${kind}.dng`), 'x')).toBe('dng');
});

it('detectFormat of photos sees cr3 by its brand', async () => {
  const box = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypcrx \0\0\0\u0001crx isom', 'latin1')]);
  expect(await detectFormat(Buffer.concat([box, Buffer.alloc(1000)]), 'a.mp4')).toBe('cr3');
});

it('detectFormat of photos takes a developed TIFF of a camera for nothing else, whatever its name says', async () => {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } });
  for (const Make of ['Canon', 'NIKON CORPORATION', 'PENTAX']) {
    const tiff = await picture.clone().withExif({ IFD0: { Make } }).tiff({ compression: 'lzw' }).toBuffer();
    for (const name of ['a.tif', 'a.nef', 'a.cr2', 'a.dng']) expect(await detectFormat(tiff, name)).toBe('tiff');
  }
  expect(await detectFormat(raw('developed.tiff'), 'a.nef')).toBe('tiff');
});

it('detectFormat of photos lets the name decide where the directory is beyond the beginning', async () => {
  const file = Buffer.concat([Buffer.from('49492a00f0f0f000', 'hex'), Buffer.alloc(2_000_000, 7)]);
  expect(await detectFormat(file, 'a.arw')).toBe('arw');
  expect(await detectFormat(file, 'a.dng')).toBe('dng');
});

it('detectFormat of photos takes linear time for hostile directories', async () => {
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
