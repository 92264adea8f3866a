import { createHash } from 'node:crypto';
import { crc32, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { contentsOf, convertArchive, listed } from '../archives/convert-archive.ts';
import { tape } from '../archives/tape.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf, expectRefused } from '../support/failure.ts';

/** Made by other tools, or by hand: see the README beside them. */
const made = (name: string) => committed(`archives/made/${name}`);

const HELLO = { 'read me.txt': 'Hello\n', 'folder/program': '#!/bin/sh\n' };
const MORE = { ...HELLO, 'folder/grüße 图.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n') };
const PLAIN = { 'readme.txt': 'Hello\n', odd: 'x' };

/** Each format that is only read, or that 7-Zip does not write, and what its files hold. */
const SOURCES: Partial<Record<FormatName, readonly [name: string, files: Readonly<Record<string, string>>]>> = {
  cpio: ['files.cpio', HELLO],
  rpm: ['files.rpm', HELLO],
  iso: ['disk.iso.gz', MORE],
  cab: ['files.cab', MORE],
  lha: ['files.lzh', HELLO],
  rar: ['files.rar', HELLO],
  xar: ['files.xar', PLAIN],
  ar: ['files.ar', PLAIN],
  wim: ['files.wim', MORE],
  dmg: ['files.dmg.gz', HELLO],
  deb: ['files.deb', { 'debian-binary': '2.0\n' }],
};

const refusalOf = (archive: Buffer, source: FormatName) => codeOf(convertArchive(archive, source, 'zip'));
const PAIRS = coveringPairs(bsdtar.conversions);

describe.each(Object.entries(SOURCES))('%s', (source, [name, files]) => {
  it.each(PAIRS[source as FormatName] ?? [])('is detected, and becomes %s', async (target) => {
    expect(await detectByRules(made(name), 'file')).toBe(source);
    const found = contentsOf(await listed(made(name), source as FormatName, target));
    if (['iso', 'deb'].includes(source)) expect(found).toMatchObject(files);
    else expect(found).toEqual(files);
  });
});

it.each(['cpio', 'rpm'] as const)('both hard links to a file in a %s have its content', async (source) => {
  const archive = made(`hard-links.${source}`);
  const files = { first: 'content', other: 'other', second: 'content' };
  expect(contentsOf(await listed(archive, source, 'zip'))).toEqual(files);
  const tar = await listed(archive, source);
  expect(tar).toMatchObject({
    first: { kind: 'file', content: 'content' },
    second: { kind: 'name', content: 'first' },
  });
});

describe('a Windows image', () => {
  it('keeps its links', async () => {
    const found = await listed(made('link.wim'), 'wim');
    expect(found.link).toMatchObject({ kind: 'link', content: 'folder/program' });
  });

  it.each(['link-to-the-root.wim', 'link-up.wim'])('brings nothing from the machine: %s', async (name) => {
    expect(await codeOf(convertArchive(made(name), 'wim', 'tar'))).toMatch(/^UN/);
  });

  it('that is truncated, or states a wrong size, is refused', async () => {
    const image = made('files.wim');
    const liar = Buffer.from(image).fill(0xff, 16, 200);
    for (const broken of [image.subarray(0, image.length / 2), image.subarray(0, 100), liar])
      expect(await refusalOf(broken, 'wim')).toBe('UNREADABLE_FILE');
  });
});

it.each([
  ['rpm', 'empty.rpm'],
  ['rpm', 'lying.rpm'],
  // A later part, in which no file begins.
  ['rar', 'empty.rar'],
] as const)('what libarchive takes for an empty %s is refused: %s', async (source, name) => {
  expect(await refusalOf(made(name), source)).toBe('UNREADABLE_FILE');
});

const md5 = (content = '') => createHash('md5').update(content).digest('hex');

it.each(['lh1.lzh', 'lh4.lzh', 'lz5.lzs', 'lh5-macintosh.lzh'])(
  'unpacks the method of LHA in %s, and refuses it where it fails its checksum, or is cut off',
  async (name) => {
    expect(await detectByRules(made(name), name)).toBe('lha');
    // The text that is in each of these.
    expect(Object.values(contentsOf(await listed(made(name), 'lha'))).map(md5)).toEqual([
      'b234ee4d69f5fce4486a80fdaf4a4263',
    ]);
    for (const broken of [spoilt(made(name), 9), made(name).subarray(0, -9)])
      expect(await refusalOf(broken, 'lha')).toBe('UNREADABLE_FILE');
  },
);

it.each([
  ['of the first version', 'rar15.rar', 'TECT.TXT', ['EXE', 'JPG']],
  ['with BLAKE2 in place of CRC, and folders', 'blake2.rar', 'тест.txt', ['Empty', 'exe', 'jpg']],
])(
  'unpacks a RAR archive %s, and refuses it where a byte is wrong, or it is cut off',
  async (_, file, name, folders) => {
    const found = await listed(made(file), 'rar');
    expect(Object.keys(found).sort()).toEqual([...folders, name].sort());
    expect(md5(found[name]?.content)).toBe('2cf471dbd4190c20bea53aa8a6622eb6');
    for (const broken of [spoilt(made(file), 1000), made(file).subarray(0, -31)])
      expect(await refusalOf(broken, 'rar')).toBe('UNREADABLE_FILE');
  },
);

/** A RAR 5 archive in which files without content come first. */
function withEmptyFiles(archive: Buffer, names: readonly string[]): Buffer {
  const firstFile = 25;
  return Buffer.concat([archive.subarray(0, firstFile), ...names.map(emptyFile), archive.subarray(firstFile)]);
}

/** The header of a file of 0 bytes, mode 644, with a CRC, stored on Unix; its fields are numbers of one byte each but two. */
function emptyFile(name: string): Buffer {
  const mode = [0xa4, 0x83, 2];
  const fields = Buffer.from([2, 2, 0, 4, 0, ...mode, 0, 0, 0, 0, 0, 1, name.length, ...Buffer.from(name)]);
  const header = Buffer.concat([Buffer.from([fields.length]), fields]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(header));
  return Buffer.concat([checksum, header]);
}

it('unpacks a RAR archive with empty files, whatever their names, that only libarchive reads', async () => {
  const plain = ['[a-z]*', '?', '.txt', 'b$', '^', 'c', 'd', 'e'];
  // Without care it would fail about every second time.
  for (const names of [...Array.from({ length: 5 }, () => plain), [...plain, 'f\ng']]) {
    const found = await listed(withEmptyFiles(made('blake2.rar'), names), 'rar');
    expect(Object.keys(found).sort()).toEqual([...names, 'Empty', 'exe', 'jpg', 'тест.txt'].sort());
    expect(found['?']?.content).toHaveLength(0);
    expect(md5(found['тест.txt']?.content)).toBe('2cf471dbd4190c20bea53aa8a6622eb6');
  }
});

/** A byte of an archive changed: at the place of a word, or so many bytes before the end. */
function spoilt(bytes: Buffer, at: string | number): Buffer {
  const place = typeof at === 'string' ? bytes.indexOf(at) : bytes.length - at;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
}

it.each<[FormatName, Buffer, string]>([
  ['rar', spoilt(made('files.rar'), 'Hello'), 'in it cannot be read'],
  ['7z', spoilt(made('stored.7z'), 'content'), '"a" in it'],
  ['tar.gz', spoilt(gzipSync(tape([{ name: 'a', content: 'x' }])), 8), 'damaged or incomplete'],
])('refuses a %s archive whose member fails its checksum, and names the member', async (source, archive, words) => {
  await expectRefused(convertArchive(archive, source, 'zip'), 'UNREADABLE_FILE', words);
});

// As binutils write it by default, and an import library for Windows with both of its tables of symbols.
it.each(['without-types.ar', 'import-library.ar'])('reads a Unix archive: %s', async (name) => {
  expect(contentsOf(await listed(made(name), 'ar'))).toEqual(PLAIN);
});

it('refuses a cabinet with a name that leads out of it, and says so', async () => {
  const archive = made('files.cab').toString('latin1').replace('folder\\program', '..\\..\\..\\prog1');
  await expectRefused(
    convertArchive(Buffer.from(archive, 'latin1'), 'cab', 'zip'),
    'UNSUPPORTED_CONVERSION',
    'a name that leads out of it',
  );
});
