import { describe, expect, it } from 'vitest';
import { convertArchive } from '../archives/convert-archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Disk images of ours: see the README beside them. */
const image = (name: string) => committed(`archives/made/${name}.gz`);

async function listed(name: string, target: 'tar' | 'zip' = 'tar') {
  return Object.fromEntries(readArchive(await convertArchive(image(name), 'dmg', target), target, folder));
}

const codeFor = (content: Buffer) => codeOf(convertArchive(content, 'dmg', 'zip'));

describe('of a disk image', () => {
  it('the files, links and times are kept', async () => {
    const found = await listed('links.dmg');
    const program = { content: 'A line of text.\n'.repeat(100_000), time: 1_583_020_800 };
    expect(found).toMatchObject({
      'Application.app/Contents/program': program,
      'Application.app/Current': { kind: 'link', content: 'Contents/program' },
      empty: { content: '' },
      'grüße 图.txt': { content: 'Hello' },
    });
  });

  it('the hidden files of macOS are left out, and nothing else', async () => {
    const files = ['.DS_Store', '.background', '.background/picture.png', 'folder', 'folder/.Trashes'];
    expect(Object.keys(await listed('private.dmg')).sort()).toEqual(files);
  });

  it.each(['tar', 'zip'] as const)('a link out of it becomes a file with its target: %s', async (target) => {
    const found = await listed('links.dmg', target);
    for (const [index, link] of ['/Applications', '../../etc/passwd', 'a/../../b', 'C:\\Windows'].entries())
      expect(found[`outside/${index}`]).toMatchObject({ kind: 'file', content: link });
  });

  it('a resource fork is left out', async () => {
    const found = await listed('links.dmg');
    expect(found.old).toMatchObject({ content: 'data' });
    expect(found['._old']).toBeUndefined();
  });
});

it.each(['hard-links.dmg', 'hard-linked-folder.dmg'])(
  'a disk image with hard links is refused, which 7-Zip would unpack as empty files: %s',
  async (name) => {
    await expect(convertArchive(image(name), 'dmg', 'zip')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('hard links'),
    });
  },
);

it('a volume without an image around it is refused where it is truncated', async () => {
  const volume = image('volume.hfs');
  expect(await codeFor(volume.subarray(0, volume.length / 2))).toBe('UNREADABLE_FILE');
});

describe('refused is a disk image', () => {
  it('that is encrypted', async () => {
    const first = Buffer.concat([Buffer.alloc(4096, 7), Buffer.from('cdsaencr')]);
    for (const locked of [Buffer.concat([Buffer.from('encrcdsa'), Buffer.alloc(4096, 7)]), first])
      expect(await codeFor(locked)).toBe('PASSWORD_PROTECTED');
  });

  it.each(['two-volumes.dmg', 'no-volume.dmg', 'cd.dmg'])('that is %s', async (name) => {
    expect(await codeFor(image(name))).toBe('UNSUPPORTED_CONVERSION');
  });

  it('that is truncated or damaged', async () => {
    const whole = image('long.dmg');
    const damaged = Buffer.from(whole).fill(0xff, 40, 200);
    for (const broken of [whole.subarray(0, -1), whole.subarray(0, whole.length / 2), whole.subarray(100), damaged])
      expect(await codeFor(broken)).toMatch(/^UN(?:READABLE_FILE|SUPPORTED_CONVERSION)$/);
  });

  it('whose files are larger than possible, or than the limit', async () => {
    expect(await codeFor(image('endless-file.dmg'))).toMatch(/UNREADABLE|COMPLEX/);
    expect(await codeFor(image('80-large-files.dmg'))).toBe('TOO_COMPLEX');
  });

  it.each([1, 2, 3])('that has a file name that leads out of it: %i', async (number) => {
    const found = await convertArchive(image(`leads-out-${number}.dmg`), 'dmg', 'tar').then(
      (made) => [...readArchive(made, 'tar', folder).keys()],
      ({ code }: { code: string }) => code,
    );
    if (typeof found === 'string') expect(found).toMatch(/^(?:UNSUPPORTED_CONVERSION|UNREADABLE_FILE)$/);
    else expect(found.join()).not.toMatch(/\.\.(?:[\\/]|$)/);
  });

  it('with a file name that looks like a property in the listing of 7-Zip', async () => {
    const found = await listed('name-like-a-list.dmg');
    expect(found.last).toMatchObject({ content: 'y' });
    expect(Object.keys(found)).toHaveLength(2);
  });
});
