import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { contentsOf, convertArchive, listed } from '../archives/convert-archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { type Taped, tape } from '../archives/tape.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { unzip } from '../support/unzip.ts';

/** An archive by another tool: see the README beside it. */
const made = (name: string) => committed(`archives/made/${name}`);

const TARGETS = ['zip', '7z', 'tar'] as const satisfies readonly FormatName[];

async function codesOf(files: readonly Taped[]): Promise<string[]> {
  const codes = [];
  for (const target of TARGETS) codes.push(await codeOf(convertArchive(gzipSync(tape(files)), 'tar.gz', target)));
  return [...new Set(codes)];
}

const becomes = (files: readonly Taped[], target?: FormatName) => listed(gzipSync(tape(files)), 'tar.gz', target);

const file = (name: string, content = name): Taped => ({ name, content });
const link = (name: string, to: string): Taped => ({ name, type: '2', link: to, mode: 0o777 });
const further = (name: string, to: string): Taped => ({ name, type: '1', link: to });

describe('an entry that leads out of the archive is refused', () => {
  it.each<[string, Taped[]]>([
    ['a name that goes up', [file('../evil')]],
    ['a name that goes up within', [file('a/b/../../../evil')]],
    ['a name that goes up on Windows', [file('a\\..\\..\\evil')]],
    ['a link to the root', [link('a', '/etc/passwd')]],
    ['a link that goes up', [link('a/b', '../../etc/passwd')]],
    ['a link that goes down and up', [link('a', 'b/../../etc')]],
    ['a link to a disk', [link('a', 'C:\\Windows')]],
    ['a file below a link', [link('a', 'b'), file('a/evil')]],
    ['a file below a link that comes later', [file('a/evil'), link('a', 'b')]],
    ['a file below a file', [file('a'), file('a/b')]],
    ['a further name of a file outside', [further('a', '/etc/passwd')]],
    ['a further name of a file that goes up', [further('a', '../../etc/passwd')]],
    ['a further name of a file that comes later', [further('a', 'b'), file('b')]],
    ['a device', [{ name: 'sda', type: '4' }]],
    ['a device of letters', [{ name: 'tty', type: '3' }]],
    ['a pipe', [{ name: 'pipe', type: '6' }]],
  ])('%s', async (_, files) => {
    expect(await codesOf(files)).toEqual(['UNSUPPORTED_CONVERSION']);
  });

  it('in a zip that 7-Zip has to read, too', async () => {
    expect(await codeOf(convertArchive(made('slip.zip'), 'zip', 'tar'))).toBe('UNSUPPORTED_CONVERSION');
  });
});

describe('harmless content is kept', () => {
  it('absolute names become relative, the last of equal ones counts, setuid and setgid bits are removed', async () => {
    const found = await becomes([
      file('/etc/a'),
      file('c//d/./e', 'first'),
      { ...file('./c/d/e', 'last'), mode: 0o6755 },
    ]);
    expect(Object.keys(found)).toEqual(['etc/a', 'c/d/e']);
    expect(found['c/d/e']).toMatchObject({ content: 'last', mode: 0o755 });
  });

  it('links within stay links', async () => {
    const files = [file('a/b'), link('a/c', '../a/b'), link('d', './a'), link('e', 'missing')];
    for (const target of ['tar', 'zip', '7z'] as const)
      expect(await becomes(files, target)).toMatchObject({
        'a/c': { kind: 'link', content: '../a/b' },
        e: { content: 'missing' },
      });
  });

  it('hard links become files where the target has none', async () => {
    const files = [file('a', 'content'), further('b', 'a'), further('c', 'b')];
    expect(await becomes(files)).toMatchObject({
      a: { kind: 'file' },
      b: { kind: 'name', content: 'a' },
      c: { kind: 'name' },
    });
    for (const target of ['zip', '7z', 'cpio', 'iso'] as const) {
      const content = { kind: 'file', content: 'content' };
      expect(await becomes(files, target)).toMatchObject({ a: content, b: content, c: content });
    }
  });

  it('names in other encodings are read', async () => {
    const namesOf = async (...names: string[]) =>
      Object.keys(await becomes(names.map((name) => ({ name: Buffer.from(name, 'hex') }))));
    expect(await namesOf('636166e92e747874')).toEqual(['café.txt']);
    const russian = ['8fe0a8a2a5e2', '84aeaae3aca5ade2eb', '94aee2aea3e0a0e4a8a8'];
    expect(await namesOf(...russian)).toEqual(['Привет', 'Документы', 'Фотографии']);
    expect(Object.keys(await listed(made('code-page-437.zip'), 'zip'))).toEqual(['café.txt']);
  });

  it('long names, and names of odd characters', async () => {
    const names = [`${'long/'.repeat(40)}name`, 'a\nb', ' ', '-rf', '--help', '@a', '*', '"\'$(a)`'];
    for (const target of ['tar', 'zip', '7z'] as const) {
      const files = contentsOf(await listed(made('odd-names.cpio'), 'cpio', target));
      expect(Object.keys(files).sort()).toEqual(names.sort());
    }
  });

  it('an empty archive stays one', async () => {
    for (const target of ['zip', '7z', 'tar.gz', 'cpio', 'iso'] as const) expect(await becomes([], target)).toEqual({});
  });
});

describe('damage', () => {
  it.each([0.2, 0.5, 0.9])('an archive that is truncated at %d of its length is refused', async (part) => {
    const content = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * index) % 251));
    const sources: [FormatName, Buffer][] = [
      ['tar', tape([{ name: 'a', content }])],
      ['tar.gz', gzipSync(tape([{ name: 'a', content }]))],
      ['tar.zst', zstdCompressSync(tape([{ name: 'a', content }]))],
      ['zip', await zip({ a: content, b: 'b' })],
      ['cpio', made('long-file.cpio.gz')],
      ['gz', gzipSync(content)],
      ['zst', zstdCompressSync(content)],
    ];
    for (const [source, bytes] of sources) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      expect([source, await codeOf(convertArchive(cut, source, 'zip'))]).toEqual([source, 'UNREADABLE_FILE']);
    }
  });

  it('a zip with a truncated end record is refused, not read as empty or as a nested zip', async () => {
    const bytes = await zip({ a: 'content', b: 'b' });
    // What has this name is stored as it is.
    const around = await zip({ mimetype: bytes, b: 'b' });
    for (const whole of [bytes, around])
      for (const length of [1, 9, 12, 21, 60])
        expect(await codeOf(convertArchive(whole.subarray(0, -length), 'zip', 'tar'))).toBe('UNREADABLE_FILE');
  });

  it('a tar of which a header is missing is refused, and one behind another is read as well', async () => {
    const whole = tape([file('a', 'A'), file('b', 'B')]);
    const damaged = Buffer.from(whole);
    damaged.fill(0, 1024, 1536);
    expect(await codeOf(convertArchive(damaged, 'tar', 'zip'))).toBe('UNREADABLE_FILE');
    const both = await convertArchive(Buffer.concat([whole, tape([file('c', 'C')])]), 'tar', 'zip');
    expect([...unzip(both).keys()]).toEqual(['a', 'b', 'c']);
  });

  it('a Unix archive that is truncated in a header, and a zip with a wrong checksum are refused', async () => {
    const whole = made('two-files.ar');
    for (const length of [10, 50])
      expect(await codeOf(convertArchive(whole.subarray(0, -length), 'ar', 'zip'))).toBe('UNREADABLE_FILE');
    const bytes = await zip({ mimetype: 'content of a stored file' });
    bytes[bytes.indexOf('content')] = 0x43;
    expect(await codeOf(convertArchive(bytes, 'zip', 'tar'))).toBe('UNREADABLE_FILE');
  });
});

describe('size', () => {
  it('too many files are refused in little time', async () => {
    const one = tape([file('a', '')]).subarray(0, 512);
    const many = Buffer.concat([...Array.from({ length: 100_001 }, () => one), Buffer.alloc(1024)]);
    expect(await codeOf(convertArchive(gzipSync(many), 'tar.gz', 'zip'))).toBe('TOO_COMPLEX');
  });

  it.each(['zip', 'tar.zst'] as const)('an archive bomb is refused in little memory: %s', async (source) => {
    // The same frame again and again: making the bomb is no more work than one part of it.
    const frame = () => zstdCompressSync(tape([{ name: 'a', content: Buffer.alloc(100_000_000) }]).subarray(0, -1024));
    const bomb = source === 'zip' ? made('bomb.zip.gz') : Buffer.concat(new Array<Buffer>(16).fill(frame()));
    const { value, megabytes } = await peakMemory(() => codeOf(convertArchive(bomb, source, 'tar')));
    expect(value).toBe('TOO_COMPLEX');
    expect(megabytes).toBeLessThan(400);
  });

  it('hard links count as files where the target has none', async () => {
    const names = Array.from({ length: 100 }, (_, index) => further(`b${index}`, 'a'));
    const files = [{ name: 'a', content: Buffer.alloc(20_000_000) }, ...names];
    const archive = gzipSync(tape(files));
    expect(await codeOf(convertArchive(archive, 'tar.gz', 'zip'))).toBe('TOO_COMPLEX');
    expect(await codeOf(convertArchive(archive, 'tar.gz', 'tar.zst'))).toBe('none');
  });

  it('holes of sparse files count as zeros', async () => {
    const records = `22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n21 GNU.sparse.name=a\n34 GNU.sparse.realsize=9000000000\n`;
    const map = '1\n9000000000\n0\n'.padEnd(512, '\0');
    const archive = tape([{ name: 'pax', type: 'x', content: records }, file('a', map)]);
    expect(await codeOf(convertArchive(archive, 'tar', 'zip'))).toBe('TOO_COMPLEX');
  });
});

it.each([
  ['locked-aes.zip', 'zip', 'secret "words" $1'],
  ['locked-the-old-way.zip', 'zip', 'secret "words" $1'],
  ['locked.7z', '7z', 'sécret "wörds" $1 图'],
  ['locked-names.7z', '7z', 'sécret "wörds" $1 图'],
] as const)('an encrypted archive opens with its password only: %s', async (name, source, secret) => {
  const open = (options: Options) => convertArchive(made(name), source, 'tar', { options });
  expect(await codeOf(open({}))).toBe('PASSWORD_PROTECTED');
  expect(await codeOf(open({ password: 'wrong' }))).toBe('PASSWORD_PROTECTED');
  expect(readArchive(await open({ password: secret }), 'tar').get('a.txt')?.content).toBe('secret content');
});

describe('an archive that lies about itself', () => {
  it.each(['lying-size.cpio', 'lying-name.cpio', '100001-files.ar.gz'])('is refused: %s', async (name) => {
    const source = name.includes('cpio') ? 'cpio' : 'ar';
    expect(await codeOf(convertArchive(made(name), source, 'tar'))).toMatch(/^(?:UNREADABLE_FILE|TOO_COMPLEX)$/);
  });

  it('is refused: a blob with many names in wim', async () => {
    expect(await codeOf(convertArchive(made('names.wim.gz'), 'wim', 'zip'))).toBe('TOO_COMPLEX');
  });
});
