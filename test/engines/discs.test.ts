import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { convertArchive } from '../archives/convert-archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Discs of the same files: see the README beside them. */
const disc = (name: string) => committed(`archives/made/${name}.iso.gz`);
const ON_DISC = {
  'read me.txt': 'Hello\n',
  empty: '',
  'folder/program': '#!/bin/sh\n',
  'folder/grüße 图.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'),
  'folder/deeper/numbers.txt': Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join(''),
};

async function listed(disc: Buffer, target: FormatName = 'tar') {
  return Object.fromEntries(readArchive(await convertArchive(disc, 'iso', target), target, folder));
}

const contentsOf = (found: Awaited<ReturnType<typeof listed>>) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, { kind, content }]) => (kind === 'file' ? [[name, content]] : [])),
  );

const codeFor = (disc: Buffer) => codeOf(convertArchive(disc, 'iso', 'tar'));

describe('a disc in UDF', () => {
  it.each(['disc.iso', 'disc.img', 'disc'])('is detected by its content, called %s', async (name) => {
    expect(await detectByRules(disc('udf'), name)).toBe('iso');
    expect(await detectByRules(disc('bridge'), name)).toBe('iso');
  });

  it.each(['tar', 'zip'] as const)('is read without ISO 9660 beside it, for %s', async (target) => {
    const found = await listed(disc('udf'), target);
    // To genisoimage a link is an empty file here.
    expect(contentsOf(found)).toEqual({ ...ON_DISC, 'folder/link': '' });
    expect(found['read me.txt']).toMatchObject({ time: 1_583_020_800 });
  });

  it('is read where ISO 9660 has nothing but a note', async () => {
    expect(contentsOf(await listed(disc('udf-beside-a-note')))).toEqual({ ...ON_DISC, 'folder/link': '' });
  });

  it('is read in ISO 9660 where that has all of it, with its links', async () => {
    const found = await listed(disc('bridge'));
    expect(contentsOf(found)).toEqual(ON_DISC);
    expect(found['folder/link']).toMatchObject({ kind: 'link', content: 'program' });
    expect(found['folder/program']).toMatchObject({ mode: 0o755 });
  });

  it.each([0.62, 0.65])('is refused where it is truncated at %d, though ISO 9660 can be read so far', async (part) => {
    const whole = disc('bridge');
    expect(await codeFor(whole.subarray(0, Math.floor(whole.length * part)))).toBe('UNREADABLE_FILE');
  });

  it('is read where only its padding is missing', async () => {
    const whole = disc('disk');
    const cut = whole.subarray(0, Math.floor(whole.length * 0.5));
    expect(Object.keys(await listed(cut))).toEqual(Object.keys(await listed(whole)));
  });

  it('that is damaged is ignored beside a whole ISO 9660', async () => {
    expect(contentsOf(await listed(disc('bridge-of-broken-udf')))).toEqual(ON_DISC);
  });

  it('is refused with symbolic links or devices in it', async () => {
    for (const kind of ['link', 'device'])
      expect(await codeFor(disc(`udf-with-a-${kind}`)), kind).toBe('UNSUPPORTED_CONVERSION');
  });

  it('is refused where it is truncated or empty', async () => {
    const whole = disc('udf');
    for (const part of [0.05, 0.3, 0.6])
      expect(await codeFor(whole.subarray(0, Math.floor(whole.length * part)))).toBe('UNREADABLE_FILE');
    const empty = disc('empty-udf');
    expect(await detectByRules(empty, 'disc.iso')).toBe('iso');
    expect(await codeFor(empty)).toBe('UNREADABLE_FILE');
  });
});
