import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { contentsOf, convertArchive, listed } from '../archives/convert-archive.ts';
import { type Found, unpack } from '../archives/read-archive.ts';
import { tape } from '../archives/tape.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';

/** Discs and disk images of ours: see the README beside them. */
const image = (name: string) => committed(`archives/made/${name}.gz`);
const partOf = (name: string, part: number) => image(name).subarray(0, Math.floor(image(name).length * part));

describe('a disc in UDF', () => {
  const ON_DISC = {
    'read me.txt': 'Hello\n',
    empty: '',
    'folder/program': '#!/bin/sh\n',
    'folder/grüße 图.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'),
    'folder/deeper/numbers.txt': Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join(''),
  };

  const codeFor = (disc: Buffer) => codeOf(convertArchive(disc, 'iso', 'tar'));

  it.each(['tar', 'zip'] as const)('is read without ISO 9660 beside it, for %s', async (target) => {
    expect(await detectByRules(image('udf.iso'), 'disc')).toBe('iso');
    const found = await listed(image('udf.iso'), 'iso', target);
    // To genisoimage a link is an empty file here.
    expect(contentsOf(found)).toEqual({ ...ON_DISC, 'folder/link': '' });
    expect(found['read me.txt']).toMatchObject({ time: 1_583_020_800 });
  });

  it('is read where ISO 9660 has nothing but a note', async () => {
    expect(contentsOf(await listed(image('udf-beside-a-note.iso'), 'iso'))).toEqual({ ...ON_DISC, 'folder/link': '' });
  });

  it('is read in ISO 9660 where that has all of it, with its links, or where it is damaged itself', async () => {
    const found = await listed(image('bridge.iso'), 'iso');
    expect(contentsOf(found)).toEqual(ON_DISC);
    expect(found['folder/link']).toMatchObject({ kind: 'link', content: 'program' });
    expect(found['folder/program']).toMatchObject({ mode: 0o755 });
    expect(contentsOf(await listed(image('bridge-of-broken-udf.iso'), 'iso'))).toEqual(ON_DISC);
  });

  it('is read where only its padding is missing', async () => {
    const whole = await listed(image('disk.iso'), 'iso');
    expect(Object.keys(await listed(partOf('disk.iso', 0.5), 'iso'))).toEqual(Object.keys(whole));
  });

  it.each(['link', 'device'])('is refused with a symbolic link or device in it: %s', async (kind) => {
    expect(await codeFor(image(`udf-with-a-${kind}.iso`))).toBe('UNSUPPORTED_CONVERSION');
  });

  it.each([
    ['bridge.iso', 0.62],
    ['bridge.iso', 0.65],
    ['udf.iso', 0.05],
    ['udf.iso', 0.6],
    ['empty-udf.iso', 1],
  ])('is refused where it is truncated, though ISO 9660 can be read so far, or empty: %s at %d', async (name, part) => {
    expect(await codeFor(partOf(name, part))).toBe('UNREADABLE_FILE');
  });
});

describe('a disk image', () => {
  const codeFor = (content: Buffer) => codeOf(convertArchive(content, 'dmg', 'zip'));

  it.each(['tar', 'zip'] as const)(
    'keeps its files, links and times, but for links that lead out and resource forks: %s',
    async (target) => {
      const found = await listed(image('links.dmg'), 'dmg', target);
      const program = { content: 'A line of text.\n'.repeat(100_000), time: 1_583_020_800 };
      expect(found).toMatchObject({
        'Application.app/Contents/program': program,
        'Application.app/Current': { kind: 'link', content: 'Contents/program' },
        empty: { content: '' },
        'grüße 图.txt': { content: 'Hello' },
        old: { content: 'data' },
      });
      expect(found['._old']).toBeUndefined();
      for (const [index, link] of ['/Applications', '../../etc/passwd', 'a/../../b', 'C:\\Windows'].entries())
        expect(found[`outside/${index}`]).toMatchObject({ kind: 'file', content: link });
    },
  );

  it('loses the hidden files of macOS, and nothing else', async () => {
    const files = ['.DS_Store', '.background', '.background/picture.png', 'folder', 'folder/.Trashes'];
    expect(Object.keys(await listed(image('private.dmg'), 'dmg')).sort()).toEqual(files);
  });

  it('keeps a file name that looks like a property in the listing of 7-Zip', async () => {
    const found = await listed(image('name-like-a-list.dmg'), 'dmg');
    expect(found.last).toMatchObject({ content: 'y' });
    expect(Object.keys(found)).toHaveLength(2);
  });

  it.each(['hard-links.dmg', 'hard-linked-folder.dmg'])(
    'is refused with hard links, which 7-Zip would unpack as empty files: %s',
    async (name) => {
      await expectRefused(convertArchive(image(name), 'dmg', 'zip'), 'UNSUPPORTED_CONVERSION', 'hard links');
    },
  );

  const whole = image('long.dmg');

  it.each<[string, Buffer, string]>([
    ['a volume without an image around it that is truncated', partOf('volume.hfs', 0.5), 'UNREADABLE_FILE'],
    ['encrypted', Buffer.concat([Buffer.from('encrcdsa'), Buffer.alloc(4096, 7)]), 'PASSWORD_PROTECTED'],
    ['encrypted as once', Buffer.concat([Buffer.alloc(4096, 7), Buffer.from('cdsaencr')]), 'PASSWORD_PROTECTED'],
    ['two volumes', image('two-volumes.dmg'), 'UNSUPPORTED_CONVERSION'],
    ['no volume', image('no-volume.dmg'), 'UNSUPPORTED_CONVERSION'],
    ['a CD', image('cd.dmg'), 'UNSUPPORTED_CONVERSION'],
    ['truncated by a byte', whole.subarray(0, -1), 'UN'],
    ['half of one', partOf('long.dmg', 0.5), 'UN'],
    ['without its beginning', whole.subarray(100), 'UN'],
    ['damaged', Buffer.from(whole).fill(0xff, 40, 200), 'UN'],
    ['a file larger than is possible', image('endless-file.dmg'), ''],
    ['files larger than the limit', image('80-large-files.dmg'), 'TOO_COMPLEX'],
  ])('is refused: %s', async (_, content, code) => {
    const found = await codeFor(content);
    expect(found.startsWith(code), found).toBe(true);
    expect(found).toMatch(/^(?:UN|TOO_COMPLEX|PASSWORD_PROTECTED)/);
  });

  it.each([1, 2, 3])('with a file name that leads out of it brings no such name: %i', async (number) => {
    const found = await listed(image(`leads-out-${number}.dmg`), 'dmg').then(Object.keys, ({ code }) => code);
    if (typeof found === 'string') expect(found).toMatch(/^(?:UNSUPPORTED_CONVERSION|UNREADABLE_FILE)$/);
    else expect(found.join()).not.toMatch(/\.\.(?:[\\/]|$)/);
  });
});

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

/** Archives by 7-Zip: see the README beside them. */
const made = (name: string) => committed(`archives/made/${name}`);
const TAR = made('everything.tar.gz');
const SOURCES: Partial<Record<FormatName, Buffer>> = {
  zip: made('everything.zip'),
  '7z': made('everything.7z'),
  tar: TAR,
  'tar.gz': gzipSync(TAR),
  'tar.bz2': made('everything.tar.bz2'),
  'tar.xz': made('everything.tar.xz'),
  'tar.zst': zstdCompressSync(TAR),
};
const PAIRS = coveringPairs(bsdtar.conversions);

describe.each(Object.entries(SOURCES))('%s', (source, archive) => {
  it.each(PAIRS[source as FormatName] ?? [])('becomes %s with all that is in it', async (target) => {
    const found = await listed(archive, source as FormatName, target);
    expect(Object.keys(found).sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(found).toMatchObject(target === 'iso' ? JOLIET : EXPECTED);
  });
});

describe('a single compressed file', () => {
  it.each([
    ['gz', gzipSync(LINES), 'bz2'],
    ['bz2', made('lines.bz2'), 'xz'],
    ['xz', made('lines.xz'), 'zst'],
  ] as const)('%s becomes another', async (source, content, target) => {
    expect(String(unpack(await convertArchive(content, source, target), target))).toBe(LINES);
  });

  it('becomes an archive, in which it has its stored name', async () => {
    expect(contentsOf(await listed(zstdCompressSync(LINES), 'zst', '7z'))).toEqual({ content: LINES });
    const bare = gzipSync(LINES);
    const named = (name: Buffer) =>
      Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), name, Buffer.alloc(1), bare.subarray(10)]);
    for (const name of [Buffer.from('grüße.txt'), Buffer.from('grüße.txt', 'latin1'), Buffer.from('C:\\a\\grüße.txt')])
      expect(Object.keys(await listed(named(name), 'gz', 'zip'))).toEqual(['grüße.txt']);
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
