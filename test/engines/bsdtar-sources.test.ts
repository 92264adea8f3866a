import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { convertArchive } from '../archives/convert-archive.ts';
import { cpio, rar, rpmPackage, unixArchive } from '../archives/hand-made.ts';
import { readArchive } from '../archives/read-archive.ts';
import { sevenZip } from '../archives/seven-zip.ts';
import { tape } from '../archives/tape.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Made by other tools: see the README beside them. */
const made = (name: string) => readFileSync(join(import.meta.dirname, '../archives/made', name));

const LINES = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
const HELLO = { 'read me.txt': 'Hello\n', 'folder/program': '#!/bin/sh\n' };
const MORE = { ...HELLO, 'folder/grüße 图.txt': LINES };
const PLAIN = { 'readme.txt': 'Hello\n', odd: 'x' };
const listed = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, content]) => ({ name, content }));
const [FILES, FLAT] = [listed(HELLO), listed(PLAIN)];

/** Each format that is only read, or that 7-Zip does not write, and what its files hold. */
const SOURCES: Partial<Record<FormatName, { make: () => Buffer; files: Record<string, string> }>> = {
  cpio: { make: () => cpio(FILES), files: HELLO },
  rpm: { make: () => rpmPackage(FILES), files: HELLO },
  iso: { make: () => gunzipSync(made('disk.iso.gz')), files: MORE },
  cab: { make: () => made('files.cab'), files: MORE },
  lha: { make: () => made('files.lzh'), files: HELLO },
  rar: { make: () => rar(FILES), files: HELLO },
  xar: { make: () => made('files.xar'), files: PLAIN },
  ar: { make: () => unixArchive(FLAT), files: PLAIN },
  wim: { make: () => windowsImage(), files: MORE },
  dmg: { make: () => gunzipSync(made('files.dmg.gz')), files: HELLO },
  deb: { make: () => made('files.deb'), files: { 'debian-binary': '2.0\n' } },
};

/** What is in an archive, once it has become a zip. */
async function contentsOf(archive: Buffer, source: FormatName): Promise<Record<string, string>> {
  const found = readArchive(await convertArchive(archive, source, 'zip'), 'zip', folder);
  return Object.fromEntries([...found].map(([name, { content }]) => [name, content]));
}

/** A Windows image, made by 7-Zip: libarchive writes none. */
function windowsImage(links: Readonly<Record<string, string>> = {}): Buffer {
  const place = mkdtempSync(join(folder, 'image-'));
  mkdirSync(join(place, 'in/folder'), { recursive: true });
  for (const [name, content] of Object.entries(MORE)) writeFileSync(join(place, 'in', name), content);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(place, 'in', name));
  sevenZip(join(place, 'in'), 'a', '-twim', '-snl', '../made.wim', '.');
  return readFileSync(join(place, 'made.wim'));
}

const PAIRS = coveringPairs(bsdtar.conversions);

describe.each(Object.entries(SOURCES))('%s', (source, { make, files }) => {
  it.each(PAIRS[source as FormatName] ?? [])('is detected, and becomes %s', async (target) => {
    expect(await detectByRules(make(), 'file')).toBe(source);
    const result = await convertArchive(make(), source as FormatName, target);
    const found = [...readArchive(result, target, folder)].filter(([, { kind }]) => kind === 'file');
    expect(Object.fromEntries(found.map(([name, { content }]) => [name, content]))).toMatchObject(files);
    if (!['iso', 'deb'].includes(source)) expect(found).toHaveLength(Object.keys(files).length);
  });
});

it.each(['cpio', 'rpm'] as const)('both hard links to a file in a %s have its content', async (source) => {
  const one = { mode: 0o100644, inode: 77, links: 2 };
  const parts = [
    { ...one, name: 'first', content: '' },
    { name: 'other', content: 'other', inode: 77, links: 1 },
    { ...one, name: 'second', content: 'content' },
  ];
  const file = source === 'cpio' ? cpio(parts) : rpmPackage(parts);
  expect(await contentsOf(file, source)).toEqual({ first: 'content', other: 'other', second: 'content' });
  const tar = readArchive(await convertArchive(file, source, 'tar'), 'tar', folder);
  expect([tar.get('first'), tar.get('second')]).toMatchObject([
    { kind: 'file', content: 'content' },
    { kind: 'name', content: 'first' },
  ]);
});

describe('a Windows image', () => {
  it('keeps its links', async () => {
    const image = windowsImage({ link: 'folder/program' });
    const found = readArchive(await convertArchive(image, 'wim', 'tar'), 'tar', folder);
    expect(found.get('link')).toMatchObject({ kind: 'link', content: 'folder/program' });
  });

  it.each(['/etc/passwd', '../../../../etc/passwd'])('with a link to %s brings nothing from there', async (target) => {
    expect(await codeOf(convertArchive(windowsImage({ link: target }), 'wim', 'tar'))).toMatch(/^UN/);
  });

  it('that is truncated, or states a wrong size, is refused', async () => {
    const image = windowsImage();
    const liar = Buffer.from(image);
    liar.fill(0xff, 16, 200);
    for (const broken of [image.subarray(0, image.length / 2), image.subarray(0, 100), liar])
      await expect(convertArchive(broken, 'wim', 'zip')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

it('what libarchive takes for empty is refused: RPM whose headers lie, and a later part of a RAR archive', async () => {
  const liar = rpmPackage([]);
  liar.writeUInt32BE(0xffffffff, 96 + 8);
  for (const source of [rpmPackage([]), liar])
    expect(await codeOf(convertArchive(source, 'rpm', 'zip'))).toBe('UNREADABLE_FILE');
  expect(await codeOf(convertArchive(rar([]), 'rar', 'zip'))).toBe('UNREADABLE_FILE');
});

const md5 = (content = '') => createHash('md5').update(content).digest('hex');

it.each(['lh1.lzh', 'lh4.lzh', 'lz5.lzs', 'lh5-macintosh.lzh'])(
  'unpacks the method of LHA in %s, and refuses it where it fails its checksum, or is cut off',
  async (name) => {
    expect(await detectByRules(made(name), name)).toBe('lha');
    // The text that is in each of these.
    expect(Object.values(await contentsOf(made(name), 'lha')).map(md5)).toEqual(['b234ee4d69f5fce4486a80fdaf4a4263']);
    for (const broken of [spoilt(made(name), 9), made(name).subarray(0, -9)])
      expect(await codeOf(convertArchive(broken, 'lha', 'zip'))).toBe('UNREADABLE_FILE');
  },
);

it('unpacks a solid RAR archive', async () => {
  expect(await contentsOf(made('solid.rar'), 'rar')).toEqual({ 'testfile.txt': 'Testing 123\n' });
});

it.each([
  ['of the first version', 'rar15.rar', 'TECT.TXT', ['EXE', 'JPG']],
  ['with BLAKE2 in place of CRC, and folders', 'blake2.rar', 'тест.txt', ['Empty', 'exe', 'jpg']],
])('unpacks a RAR archive %s, and refuses it where a byte is wrong', async (_, file, name, folders) => {
  const found = readArchive(await convertArchive(made(file), 'rar', 'tar'), 'tar', folder);
  expect([...found.keys()].sort()).toEqual([...folders, name].sort());
  expect(md5(found.get(name)?.content)).toBe('2cf471dbd4190c20bea53aa8a6622eb6');
  expect(await codeOf(convertArchive(spoilt(made(file), 1000), 'rar', 'tar'))).toBe('UNREADABLE_FILE');
});

/** A byte of an archive changed: at the place of a word, or so many bytes before the end. */
function spoilt(bytes: Buffer, at: string | number): Buffer {
  const place = typeof at === 'string' ? bytes.indexOf(at) : bytes.length - at;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
}

function stored7z(): Buffer {
  const place = mkdtempSync(join(folder, 'damaged-'));
  writeFileSync(join(place, 'a'), 'content of a stored file');
  sevenZip(place, 'a', '-t7z', '-mx=0', 'made.7z', 'a');
  return readFileSync(join(place, 'made.7z'));
}

it.each<[FormatName, () => Buffer, string]>([
  ['rar', () => spoilt(rar(FILES), 'Hello'), 'in it cannot be read'],
  ['7z', () => spoilt(stored7z(), 'content'), '"a" in it'],
  ['tar.gz', () => spoilt(gzipSync(tape([{ name: 'a', content: 'x' }])), 8), 'damaged or incomplete'],
])('refuses a %s archive whose member fails its checksum, and names the member', async (source, make, words) => {
  await expect(convertArchive(make(), source, 'zip')).rejects.toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining(words),
  });
});

it('reads a Unix archive whose modes have no type, as binutils write it by default', async () => {
  const archive = Buffer.from(unixArchive(FLAT).toString('latin1').replaceAll('100644', '644   '), 'latin1');
  expect(await contentsOf(archive, 'ar')).toEqual(PLAIN);
});

it('leaves out both tables of symbols of an import library for Windows', async () => {
  const tables = unixArchive([
    { name: '', content: '\0\0\0\x01\0\0\0\xa2name\0' },
    { name: '', content: '\x01\0\0\0\xa2\0\0\0\x01\0\0\0\x01\0name\0' },
  ]);
  expect(await contentsOf(Buffer.concat([tables, unixArchive(FLAT).subarray(8)]), 'ar')).toEqual(PLAIN);
});

it('refuses a cabinet with a name that leads out of it, and says so', async () => {
  const archive = made('files.cab').toString('latin1').replace('folder\\program', '..\\..\\..\\prog1');
  await expect(convertArchive(Buffer.from(archive, 'latin1'), 'cab', 'zip')).rejects.toMatchObject({
    code: 'UNSUPPORTED_CONVERSION',
    message: expect.stringContaining('a name that leads out of it'),
  });
});
