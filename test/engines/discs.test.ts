import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { judgeFormat } from '../../functions/detection/judge-format.ts';
import { codeOf, convertArchive } from '../archives/convert-archive.ts';
import { bridge, ON_DISC, udfEntries, udfOnly, withNote, withSum } from '../archives/disc.ts';
import { readArchive } from '../archives/read-archive.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

async function listed(disc: Buffer, target: FormatName = 'tar') {
  return Object.fromEntries(readArchive(await convertArchive(folder, disc, 'iso', target), target, folder));
}

const contentsOf = (found: Awaited<ReturnType<typeof listed>>) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, { kind, content }]) => (kind === 'file' ? [[name, content]] : [])),
  );

const codeFor = (disc: Buffer) => codeOf(convertArchive(folder, disc, 'iso', 'tar'));

describe('a disc in UDF', () => {
  it.each(['disc.iso', 'disc.img', 'disc'])('is known by its content, called %s', async (name) => {
    expect(await judgeFormat(udfOnly(), name)).toBe('iso');
    expect(await judgeFormat(bridge(), name)).toBe('iso');
  });

  it.each(['tar', 'zip'] as const)('is read without ISO 9660 beside it, for %s', async (target) => {
    const found = await listed(udfOnly(), target);
    // To genisoimage a link is an empty file here.
    expect(contentsOf(found)).toEqual({ ...ON_DISC, 'folder/link': '' });
    expect(found['read me.txt']).toMatchObject({ time: 1_583_020_800 });
  });

  it('is read where ISO 9660 has nothing but a note', async () => {
    expect(contentsOf(await listed(withNote()))).toEqual({ ...ON_DISC, 'folder/link': '' });
  });

  it('is read in ISO 9660 where that has all of it, with its links', async () => {
    const found = await listed(bridge());
    expect(contentsOf(found)).toEqual(ON_DISC);
    expect(found['folder/link']).toMatchObject({ kind: 'link', content: 'program' });
    expect(found['folder/program']).toMatchObject({ mode: 0o755 });
  });

  it('that is broken beside a whole one in ISO 9660 changes nothing', async () => {
    const disc = bridge();
    for (const entry of udfEntries(disc)) disc.fill(0xff, entry, entry + 16);
    expect(contentsOf(await listed(disc))).toEqual(ON_DISC);
  });

  it('is refused with symbolic links or devices in it', async () => {
    for (const type of [6, 7, 9, 12]) {
      const disc = udfOnly();
      const entry = udfEntries(disc).at(-1) ?? 0;
      disc[entry + 27] = type;
      withSum(disc, entry);
      expect(await codeFor(disc)).toBe('UNSUPPORTED_CONVERSION');
    }
  });

  it('is refused where it is cut off, or has nothing in it', async () => {
    const disc = udfOnly();
    for (const part of [0.05, 0.3, 0.6]) {
      expect(await codeFor(disc.subarray(0, Math.floor(disc.length * part)))).toBe('UNREADABLE_FILE');
    }
    const empty = gunzipSync(readFileSync(join(import.meta.dirname, '../archives/made/empty-udf.iso.gz')));
    expect(await judgeFormat(empty, 'disc.iso')).toBe('iso');
    expect(await codeFor(empty)).toBe('UNREADABLE_FILE');
  });

  it('whose folders lead back to themselves is refused', async () => {
    const disc = udfOnly();
    const [first = 0, ...others] = udfEntries(disc).filter((at) => disc[at + 27] === 4);
    // Each folder has what the first one has in it: itself.
    for (const at of others) {
      disc.copy(disc, at + 56, first + 56, first + 64);
      disc.copy(disc, at + 168, first + 168, first + 200);
      withSum(disc, at);
    }
    expect(await codeFor(disc)).toMatch(/^(?:UNREADABLE_FILE|TOO_COMPLEX)$/);
  });

  it('whose files are larger than the disc is refused', async () => {
    for (const size of [2n ** 31n, 2n ** 50n]) {
      const disc = udfOnly();
      const entry = udfEntries(disc).at(-1) ?? 0;
      disc.writeBigUInt64LE(size, entry + 56);
      withSum(disc, entry);
      expect(await codeFor(disc)).toMatch(/^(?:UNREADABLE_FILE|TOO_COMPLEX)$/);
    }
  });
});
