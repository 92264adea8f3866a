import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storage } from '../../functions/services/storage.ts';
import { Bucket } from '../../local/bucket/bucket.ts';
import { curl } from '../support/curl.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { wav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { uploadForm } from '../support/upload-form.ts';

const MEGABYTE = 1024 * 1024;
const BUSY = { code: 'SERVICE_BUSY' };

async function* megabytes(count: number) {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(MEGABYTE, 'x');
}

describe('a service whose files have little room', () => {
  const service = useLocalService({ mostBytes: 10 * MEGABYTE });
  const send = (size: number) => service.convert(wav(size), 'a.wav', { target_format: 'opus' });

  it('refuses a file that is too much with 500 and Retry-After, and takes it when there is room again', async () => {
    await storage().files.put('results/large', Buffer.alloc(6_000_000), 'audio/wav');
    // In one event, by the ingest server, and by a form.
    for (const size of [4_000_000, 7_000_000]) {
      const refused = await send(size);
      expect(refused.headers.get('retry-after')).toBe('60');
      const { status, body } = await read(refused);
      expect([status, body.success, body.code]).toEqual([500, false, 'SERVICE_BUSY']);
      expect(body.error).toMatch(/no room/);
    }
    const { body } = await read(service.announce({ filename: 'a.wav', target_format: 'opus' }));
    const refused = await fetch(body.data.url, { method: 'POST', body: uploadForm(body.data.fields, wav(7_000_000)) });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('SlowDown')]);
    expect(await service.stored()).toEqual(['results/large']);
    await storage().files.delete('results/large');
    expect((await read(send(7_000_000))).status).toBe(200);
  });
});

describe('a client that uses its whole share', () => {
  const service = useLocalService({ mostBytes: 10 * MEGABYTE });
  const folder = temporaryFolder();
  /** Has a sound of 1 MB converted, whose result is as large, by a client of this address: all of 127/8 are this machine. */
  const send = async (address: string) => {
    writeFileSync(join(folder, 'a.wav'), wav(MEGABYTE));
    const form = ['-F', `file=@${join(folder, 'a.wav')}`, '-F', 'target_format=aiff'];
    const url = `http://127.0.0.1:${new URL(service.origin).port}/api/v1/convert`;
    return (await curl('--interface', address, ...form, url)).status;
  };

  it('is refused more, results counted too, and others are not', async () => {
    const answers = [];
    while (answers.at(-1) !== 500 && answers.length < 10) answers.push(await send('127.0.0.2'));
    // At most 8 of 10 MB: six results, and the seventh beside its source would be a little more.
    expect(answers).toEqual([...Array(6).fill(200), 500]);
    expect(await send('127.0.0.3')).toBe(200);
    expect(await send('127.0.0.2')).toBe(500);
  });
});

describe('a bucket', () => {
  const folder = temporaryFolder();

  it('counts what is stored, and gives back what was deleted, replaced or broken off', async () => {
    const bucket = new Bucket(folder, 10 * MEGABYTE);
    const put = (key: string, size: number) => bucket.put(key, megabytes(size), 'text/plain');
    for (let round = 0; round < 5; round += 1) {
      await put('a', 6);
      await expect(put('b', 6)).rejects.toMatchObject(BUSY);
      await expect(bucket.put('b', Buffer.alloc(5 * MEGABYTE), 'text/plain')).rejects.toMatchObject(BUSY);
      await put('a', 4);
      await put('b', 6);
      await bucket.delete('a');
      await bucket.delete('b');
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a disk', () => {
  const disk = join(temporaryFolder(), 'disk');
  const isMounted = mount(disk);
  afterAll(() => {
    if (isMounted) execFileSync('umount', [disk]);
  });

  it.skipIf(!isMounted)(
    'that gets full refuses what is too much, keeps what is there, and has room again',
    async () => {
      const bucket = new Bucket(disk, 1000 * MEGABYTE);
      await bucket.put('a', megabytes(30), 'text/plain');
      await expect(bucket.put('b', megabytes(40), 'text/plain')).rejects.toMatchObject(BUSY);
      expect(bucket.sizeOf('a')).toBe(30 * MEGABYTE);
      expect(await readdir(disk)).toHaveLength(1);
      await bucket.put('fills it', megabytes(31), 'text/plain');
      await expect(bucket.put('c', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(BUSY);
      await bucket.delete('a');
      await bucket.put('b', megabytes(20), 'text/plain');
      // Others take the rest.
      execFileSync('dd', ['if=/dev/zero', `of=${disk}/theirs`, 'bs=1M', 'count=11'], { stdio: 'ignore' });
      await expect(bucket.put('d', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(BUSY);
    },
  );
});

/** A small disk of its own, which takes root. */
function mount(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
