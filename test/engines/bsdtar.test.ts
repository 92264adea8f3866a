import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { convertArchive } from '../archives/convert-archive.ts';
import { type Found, readArchive, unpack } from '../archives/read-archive.ts';
import { sevenZip } from '../archives/seven-zip.ts';
import { tape } from '../archives/tape.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const TIME = 1_583_020_800;
const LINES = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');

/** What is packed: an odd name, a program, a folder with nothing in it, a link, an empty file. */
const EXPECTED: Readonly<Record<string, Partial<Found>>> = {
  'read me.txt': { kind: 'file', content: 'Hello\n', mode: 0o644, time: TIME },
  folder: { kind: 'folder', mode: 0o755 },
  'folder/grüße 图 🌄.txt': { kind: 'file', content: LINES, mode: 0o640, time: TIME },
  'folder/program': { kind: 'file', content: '#!/bin/sh\n', mode: 0o755, time: TIME },
  'folder/link': { kind: 'link', content: 'program' },
  empty: { kind: 'folder', mode: 0o755 },
  nothing: { kind: 'file', content: '', mode: 0o644, time: TIME },
};

/** The same as Windows sees it on a disk, which is how 7-Zip does: without permissions and links. */
const JOLIET = Object.fromEntries(
  Object.entries(EXPECTED).map(([name, { mode, ...rest }]) => [name, rest.kind === 'link' ? {} : rest]),
);

function makeFiles(): string {
  const place = mkdtempSync(join(folder, 'files-'));
  mkdirSync(join(place, 'folder'), { mode: 0o755 });
  mkdirSync(join(place, 'empty'), { mode: 0o755 });
  for (const [name, { kind, content = '', mode = 0 }] of Object.entries(EXPECTED)) {
    if (kind === 'link') symlinkSync(content, join(place, name));
    if (kind !== 'file') continue;
    writeFileSync(join(place, name), content, { mode });
    utimesSync(join(place, name), TIME, TIME);
  }
  return place;
}

/** Archives that 7-Zip has written, and what compresses them. */
const SOURCES = {
  zip: () => packed('zip'),
  '7z': () => packed('7z'),
  tar: () => packed('tar'),
  'tar.gz': () => compressed('gzip', packed('tar')),
  'tar.bz2': () => compressed('bzip2', packed('tar')),
  'tar.xz': () => compressed('xz', packed('tar')),
  'tar.zst': () => zstdCompressSync(packed('tar')),
} as const satisfies Partial<Record<FormatName, () => Buffer>>;

function packed(kind: string): Buffer {
  const archive = join(mkdtempSync(join(folder, 'packed-')), 'archive');
  sevenZip(makeFiles(), 'a', `-t${kind}`, '-snl', '-ssp', archive, '.');
  return readFileSync(`${archive}.${kind}`);
}

function compressed(kind: string, content: Buffer): Buffer {
  const place = mkdtempSync(join(folder, 'compressed-'));
  writeFileSync(join(place, 'content'), content);
  sevenZip(place, 'a', `-t${kind}`, 'packed.bin', 'content');
  return readFileSync(join(place, 'packed.bin'));
}

const PAIRS = coveringPairs(bsdtar.conversions);

describe.each(Object.entries(SOURCES))('%s', (source, make) => {
  it.each(PAIRS[source as FormatName] ?? [])('becomes %s with all that is in it', async (target) => {
    const result = await convertArchive(make(), source as FormatName, target);
    const found = readArchive(result, target, folder);
    expect([...found.keys()].sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(Object.fromEntries(found)).toMatchObject(target === 'iso' ? JOLIET : EXPECTED);
  });
});

describe('a single compressed file', () => {
  it.each([
    ['gz', 'gzip', 'bz2'],
    ['bz2', 'bzip2', 'xz'],
    ['xz', 'xz', 'zst'],
    ['xz', 'xz', 'gz'],
  ] as const)('%s (%s) becomes %s', async (source, kind, target) => {
    const result = await convertArchive(compressed(kind, Buffer.from(LINES)), source, target);
    expect(unpack(result, target, mkdtempSync(join(folder, 'one-'))).toString()).toBe(LINES);
  });

  it('becomes an archive, in which it has its stored name', async () => {
    const zst = await convertArchive(zstdCompressSync(Buffer.from(LINES)), 'zst', '7z');
    expect([...readArchive(zst, '7z', folder)]).toMatchObject([['content', { content: LINES }]]);
    const bare = gzipSync(LINES);
    const named = (name: Buffer) =>
      Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), name, Buffer.alloc(1), bare.subarray(10)]);
    for (const name of [Buffer.from('grüße.txt'), Buffer.from('grüße.txt', 'latin1'), Buffer.from('C:\\a\\grüße.txt')])
      expect([...readArchive(await convertArchive(named(name), 'gz', 'zip'), 'zip', folder).keys()]).toEqual([
        'grüße.txt',
      ]);
  });
});

it.each([
  ['zip', 1, 9],
  ['7z', 0, 5],
  ['tar.zst', 1, 19],
] as const)('the level of compression of %s is as chosen', async (target, low, high) => {
  const random = seededRandom(1);
  const words = Array.from({ length: 60_000 }, () => `word${Math.floor(random() ** 3 * 5000)}`);
  const file = tape([{ name: 'words', content: words.join(' ') }]);
  const make = (compression_level: number) => convertArchive(file, 'tar', target, { options: { compression_level } });
  expect((await make(high)).length).toBeLessThan((await make(low)).length);
});
