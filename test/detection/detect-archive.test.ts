import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../functions/detection/detection-bytes.ts';
import { tape } from '../archives/tape.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';

const hex = (bytes: string, more = 100) => Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(more)]);
const text = (words: string) => Buffer.from(words, 'latin1');

const files = tape([
  { name: 'a.pdf', content: '%PDF-1.4\n' },
  { name: 'b', content: Buffer.alloc(300_000) },
]);
const disk = Buffer.concat([Buffer.alloc(32_769), text('CD001'), Buffer.alloc(5000)]);
/** A first block that cannot be compressed. */
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 7919) >> 5));

it.each<[string, Buffer]>([
  ['7z', hex('377abcaf271c0004')],
  ['rar', hex('526172211a0700')],
  ['rar', hex('526172211a070100')],
  ['cab', hex('4d53434600000000')],
  ['xar', hex('7861722100')],
  ['wim', hex('4d5357494d000000')],
  ['dmg', hex('656e63726364736100000002')],
  ['dmg', Buffer.concat([Buffer.alloc(3000, 1), hex('6b6f6c790000000400000200', 500)])],
  ['rpm', hex('edabeedb0300')],
  ['lha', text(`xx-lh5-${'\0'.repeat(40)}`)],
  ['ar', text('!<arch>\nfile.o/         0           0     0     644     4         `\n')],
  ['deb', text('!<arch>\ndebian-binary   0           0     0     644     4         `\n2.0\n')],
  ['cpio', text(`070701${'0'.repeat(104)}`)],
  ['cpio', text(`070707${'0'.repeat(104)}`)],
  ['cpio', hex('c7710100')],
  ['iso', disk],
  ['tar', files],
  // As it was before POSIX: nothing but its checksum marks it.
  ['tar', committed('archives/made/without-a-mark.tar.gz')],
  ['tar.gz', gzipSync(files)],
  ['tar.gz', gzipSync(tape([{ name: 'a', content: noise }]))],
  ['tar.zst', zstdCompressSync(files)],
  ['tar.zst', zstdCompressSync(tape([{ name: 'a', content: noise }]))],
  ['tar.zst', Buffer.concat([hex('502a4d1804000000aa000000', 0), zstdCompressSync(files)])],
  ['gz', gzipSync('%PDF-1.4\n')],
  ['zst', zstdCompressSync('%PDF-1.4\n')],
  ['bz2', hex('425a6839314159265359')],
  ['xz', hex('fd377a585a000004')],
])('an archive is detected by its content %s', async (format, content) => {
  for (const name of ['a', 'a.png', 'a.docx', `a.${format}`]) expect(await detectByRules(content, name)).toBe(format);
});

const jar = await zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'a/B.class': 'x' });
const nothing = Buffer.alloc(10_240);

it.each<[string, string, Buffer]>([
  ['a.tar.xz', 'tar.xz', hex('fd377a585a000004')],
  ['a.txz', 'tar.xz', hex('fd377a585a000004')],
  ['a.csv.xz', 'xz', hex('fd377a585a000004')],
  ['a.jar', 'jar', jar],
  ['a.zip', 'zip', jar],
  ['a.tar', 'tar', nothing],
  ['a.tgz', 'tar.gz', gzipSync(nothing)],
  ['a.gz', 'gz', gzipSync(nothing)],
  ['a.cbt', 'cbt', gzipSync(files)],
  ['a.cbt', 'cbt', zstdCompressSync(files)],
  ['a.cbt', 'cbt', hex('fd377a585a00')],
  ['a.cbt', 'cbt', hex('425a6839314159265359')],
])('the name decides %s is %s', async (name, format, content) => {
  expect(await detectByRules(content, name)).toBe(format);
});

it.each(['7801edd0', '425a68393141592653', '62767832', 'fd377a585a000004'])(
  'the name decides what is a disk image whose end is out of sight, of all that begins with %s',
  async (beginning) => {
    expect(await detectByRules(hex(beginning, DETECTION_BYTES), 'a.dmg')).toBe('dmg');
  },
);

it.each(['070701 is a number', '!<arch> is a word', 'xx-lh- and so on', 'BZh9 is no archive'])(
  'a text is none: %s',
  async (words) => {
    expect(await detectByRules(text(words), 'a.txt')).toBe('txt');
  },
);
