import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../functions/detection/detection-bytes.ts';
import { tape } from '../archives/tape.ts';
import { zip } from '../documents/package.ts';

const hex = (bytes: string, more = 100) => Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(more)]);
const text = (words: string) => Buffer.from(words, 'latin1');

/** A tape archive as it was before POSIX: nothing but its checksum marks it. */
function oldTape(): Buffer {
  const bytes = tape([{ name: 'a.pdf', content: '%PDF-1.4\n' }]);
  bytes.fill(0, 257, 265);
  const sum = bytes
    .fill(0x20, 148, 156)
    .subarray(0, 512)
    .reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return bytes;
}

const files = tape([
  { name: 'a.pdf', content: '%PDF-1.4\n' },
  { name: 'b', content: Buffer.alloc(300_000) },
]);
const disk = Buffer.concat([Buffer.alloc(32_769), text('CD001'), Buffer.alloc(5000)]);
/** A first block that cannot be compressed. */
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 7919) >> 5));

describe('an archive is detected by its content', () => {
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
    ['tar', oldTape()],
    ['tar.gz', gzipSync(files)],
    ['tar.gz', gzipSync(tape([{ name: 'a', content: noise }]))],
    ['tar.zst', zstdCompressSync(files)],
    ['tar.zst', zstdCompressSync(tape([{ name: 'a', content: noise }]))],
    ['tar.zst', Buffer.concat([hex('502a4d1804000000aa000000', 0), zstdCompressSync(files)])],
    ['gz', gzipSync('%PDF-1.4\n')],
    ['zst', zstdCompressSync('%PDF-1.4\n')],
    ['bz2', hex('425a6839314159265359')],
    ['xz', hex('fd377a585a000004')],
  ])('%s', async (format, content) => {
    for (const name of ['a', 'a.png', 'a.docx', `a.${format}`]) expect(await detectByRules(content, name)).toBe(format);
  });
});

describe('the name decides about', () => {
  it.each([
    ['a.tar.xz', 'tar.xz'],
    ['a.txz', 'tar.xz'],
    ['a.xz', 'xz'],
    ['a.csv.xz', 'xz'],
  ])('a compressed file that is not decompressed: %s', async (name, format) => {
    expect(await detectByRules(hex('fd377a585a000004'), name)).toBe(format);
  });

  it.each(['7801edd0', '425a68393141592653', '62767832', 'fd377a585a000004'])(
    'what is a disk image whose end is out of sight, of all that begins with %s',
    async (beginning) => {
      expect(await detectByRules(hex(beginning, DETECTION_BYTES), 'a.dmg')).toBe('dmg');
    },
  );

  it('whether a zip is a jar', async () => {
    const content = await zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'a/B.class': 'x' });
    expect([await detectByRules(content, 'a.jar'), await detectByRules(content, 'a.zip')]).toEqual(['jar', 'zip']);
  });

  it('an empty archive', async () => {
    const nothing = Buffer.alloc(10_240);
    expect(await detectByRules(nothing, 'a.tar')).toBe('tar');
    expect([await detectByRules(gzipSync(nothing), 'a.tgz'), await detectByRules(gzipSync(nothing), 'a.gz')]).toEqual([
      'tar.gz',
      'gz',
    ]);
  });
});

it.each(['070701 is a number', '!<arch> is a word', 'xx-lh- and so on', 'BZh9 is no archive'])(
  'a text is none: %s',
  async (words) => {
    expect(await detectByRules(text(words), 'a.txt')).toBe('txt');
  },
);

it.each<[string, Buffer]>([
  ['gzip', gzipSync(files)],
  ['zstd', zstdCompressSync(files)],
  ['xz', hex('fd377a585a00')],
  ['bzip2', hex('425a6839314159265359')],
])('a comic in a tar archive compressed with %s is detected as cbt', async (_, bytes) => {
  expect(await detectByRules(bytes, 'comic.cbt')).toBe('cbt');
});
