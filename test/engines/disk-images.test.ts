import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { codeOf, convertArchive } from '../archives/convert-archive.ts';
import { diskImage, hfsVolume, type Volumed } from '../archives/disk-image.ts';
import { readArchive } from '../archives/read-archive.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const PRIVATE = '\0\0\0\0HFS+ Private Data';

const imageOf = (files: readonly Volumed[]) => diskImage(['disk image (Apple_HFS : 1)', hfsVolume('Volume', files)]);

async function listed(files: readonly Volumed[], target: FormatName = 'tar') {
  const made = await convertArchive(folder, imageOf(files), 'dmg', target);
  return Object.fromEntries(readArchive(made, target, folder));
}

const codeFor = (image: Buffer) => codeOf(convertArchive(folder, image, 'dmg', 'zip'));

describe('of a disk image', () => {
  it.each(['tar'] as const)('the files, links and times come into a %s', async (target) => {
    const long = 'A line of text.\n'.repeat(100_000);
    const found = await listed(
      [
        { name: 'Application.app/Contents/program', content: long },
        { name: 'Application.app/Current', link: 'Contents/program' },
        { name: 'empty', content: '' },
        { name: 'grüße 图.txt', content: 'Hello' },
      ],
      target,
    );
    expect(Object.keys(found).sort()).toEqual(
      expect.arrayContaining(['Application.app/Contents/program', 'Application.app/Current', 'empty', 'grüße 图.txt']),
    );
    expect(found['Application.app/Contents/program']).toMatchObject({ content: long, time: 1_583_020_800 });
    expect(found['Application.app/Current']).toMatchObject({ kind: 'link', content: 'Contents/program' });
  });

  it('what macOS keeps there for itself is left out, and nothing else', async () => {
    const found = await listed([
      { name: PRIVATE, folder: true },
      { name: '.HFS+ Private Directory Data\r', folder: true },
      { name: '.Trashes/501/deleted', content: 'x' },
      { name: '.fseventsd/log', content: 'x' },
      { name: '.DS_Store', content: 'x' },
      { name: '.background/picture.png', content: 'x' },
      { name: 'folder/.Trashes', content: 'x' },
    ]);
    const files = ['.DS_Store', '.background', '.background/picture.png', 'folder', 'folder/.Trashes'];
    expect(Object.keys(found).sort()).toEqual(files);
  });

  it.each(['/Applications', '../../etc/passwd', 'a/../../b', 'C:\\Windows'])(
    'a link to %s becomes a file that says so',
    async (link) => {
      for (const target of ['tar', 'zip'] as const)
        expect(await listed([{ name: 'folder/link', link }], target)).toMatchObject({
          'folder/link': { kind: 'file', content: link },
        });
    },
  );

  it('a resource fork is left out', async () => {
    const found = await listed([{ name: 'folder/old', content: 'data', fork: 'resources' }]);
    expect(found['folder/old']).toMatchObject({ content: 'data' });
    expect(found['folder/._old']).toBeUndefined();
  });
});

describe('a disk image with hard links', () => {
  it.each<[string, Volumed[]]>([
    [
      'of a file',
      [
        { name: `${PRIVATE}/iNode21`, content: 'content' },
        { name: 'first', original: 21 },
      ],
    ],
    ['of a folder', [{ name: '.HFS+ Private Directory Data\r/dir_24/file', content: 'x' }]],
  ])('is refused, which 7-Zip would unpack as empty files: %s', async (_, files) => {
    await expect(convertArchive(folder, imageOf(files), 'dmg', 'zip')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('hard links'),
    });
  });
});

describe('a volume without an image around it', () => {
  const files: Volumed[] = [
    { name: 'first', content: 'content' },
    { name: 'folder/link', link: '../first' },
    { name: 'large', content: 'A line of text.\n'.repeat(100_000) },
  ];

  it('is refused where it is cut off', async () => {
    const volume = hfsVolume('Volume', files);
    expect(await codeFor(volume.subarray(0, volume.length / 2))).toBe('UNREADABLE_FILE');
  });
});

describe('refused is a disk image', () => {
  it('that a password locks', async () => {
    const first = Buffer.concat([Buffer.alloc(4096, 7), Buffer.from('cdsaencr')]);
    for (const image of [Buffer.concat([Buffer.from('encrcdsa'), Buffer.alloc(4096, 7)]), first])
      expect(await codeFor(image)).toBe('PASSWORD_PROTECTED');
  });

  it('of several volumes, of none, or of a CD', async () => {
    const volume = hfsVolume('Volume', [{ name: 'file', content: 'x' }]);
    const two = diskImage(['disk image (Apple_HFS : 1)', volume], ['disk image (Apple_HFS : 2)', volume]);
    const none = diskImage(['disk image (Apple_Free : 1)', Buffer.alloc(8192)]);
    const disk = gunzipSync(readFileSync(join(import.meta.dirname, '../archives/made/disk.iso.gz')));
    const other = diskImage(['disk image (Apple_ISO : 1)', disk]);
    for (const image of [two, none, other]) expect(await codeFor(image)).toBe('UNSUPPORTED_CONVERSION');
  });

  it('that is cut off or damaged', async () => {
    const image = imageOf([{ name: 'file', content: 'x'.repeat(100_000) }]);
    const damaged = Buffer.from(image).fill(0xff, 40, 200);
    for (const broken of [image.subarray(0, -1), image.subarray(0, image.length / 2), image.subarray(100), damaged])
      expect(await codeFor(broken)).toMatch(/^UN(?:READABLE_FILE|SUPPORTED_CONVERSION)$/);
  });

  it('whose files are larger than they can be, or than is taken', async () => {
    expect(await codeFor(imageOf([{ name: 'file', content: 'x', size: 2 ** 42 }]))).toMatch(/UNREADABLE|COMPLEX/);
    const content = Buffer.alloc(20_000_000);
    const files = Array.from({ length: 80 }, (_, index) => ({ name: `${index}`, content }));
    expect(await codeFor(imageOf(files))).toBe('TOO_COMPLEX');
    expect(await codeFor(imageOf(files.slice(0, 2)))).toBe('none');
  });

  it.each(['..', '../../evil', '..\\evil'])('that has a file with the name %s', async (name) => {
    const found = await convertArchive(folder, imageOf([{ name: `a/${name}`, content: 'x' }]), 'dmg', 'tar').then(
      (made) => [...readArchive(made, 'tar', folder).keys()],
      ({ code }: { code: string }) => code,
    );
    if (typeof found === 'string') expect(found).toMatch(/^(?:UNSUPPORTED_CONVERSION|UNREADABLE_FILE)$/);
    else expect(found.join()).not.toMatch(/\.\.(?:[\\/]|$)/);
  });

  it('in which a name says what only a list may say', async () => {
    const found = await listed([
      { name: 'a\n\nPath = b\nSize = 5', content: 'x' },
      { name: 'last', content: 'y' },
    ]);
    expect(found.last).toMatchObject({ content: 'y' });
    expect(Object.keys(found)).toHaveLength(2);
  });
});
