import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { convertArchive } from '../archives/convert-archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Discs and disk images of ours: see the README beside them. */
const image = (name: string) => committed(`archives/made/${name}.gz`);
const partOf = (name: string, part: number) => image(name).subarray(0, Math.floor(image(name).length * part));

async function listed(content: Buffer, source: 'iso' | 'dmg', target: FormatName = 'tar') {
  return Object.fromEntries(readArchive(await convertArchive(content, source, target), target, folder));
}

describe('a disc in UDF', () => {
  const ON_DISC = {
    'read me.txt': 'Hello\n',
    empty: '',
    'folder/program': '#!/bin/sh\n',
    'folder/grüße 图.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'),
    'folder/deeper/numbers.txt': Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join(''),
  };

  const contentsOf = (found: Awaited<ReturnType<typeof listed>>) =>
    Object.fromEntries(
      Object.entries(found).flatMap(([name, { kind, content }]) => (kind === 'file' ? [[name, content]] : [])),
    );

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
      await expect(convertArchive(image(name), 'dmg', 'zip')).rejects.toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining('hard links'),
      });
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
    const found = await convertArchive(image(`leads-out-${number}.dmg`), 'dmg', 'tar').then(
      (made) => [...readArchive(made, 'tar', folder).keys()],
      ({ code }: { code: string }) => code,
    );
    if (typeof found === 'string') expect(found).toMatch(/^(?:UNSUPPORTED_CONVERSION|UNREADABLE_FILE)$/);
    else expect(found.join()).not.toMatch(/\.\.(?:[\\/]|$)/);
  });
});
