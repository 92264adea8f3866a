import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../../functions/conversion/stores.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { S3Files } from '../../functions/storage/s3-files.ts';
import { type StandIns, startStandIns } from '../../local/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
let standIns: StandIns;
let files: FileStore;

beforeAll(async () => {
  standIns = await startStandIns(join(folder, 's3'));
  Object.assign(process.env, standIns.environment);
  files = new S3Files(new S3Client({ forcePathStyle: true }), standIns.environment[ENVIRONMENT.filesBucket] ?? '');
});
afterAll(() => standIns.stop());

async function put(key: string, content: Buffer): Promise<void> {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  await files.put(key, path, 'image/png');
}

async function sha256(key: string): Promise<string | undefined> {
  const file = await files.open(key);
  const hash = createHash('sha256');
  for await (const chunk of file?.body ?? []) hash.update(chunk);
  return file && hash.digest('hex');
}

describe('a file store', () => {
  it.each([1, 100_000, 8 * 1024 * 1024, 25_000_000])('gives back a file of %i bytes as it was', async (size) => {
    const content = randomBytes(size);
    await put('results/x', content);
    expect((await files.open('results/x'))?.size).toBe(size);
    expect(await sha256('results/x')).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('opens nothing that is not there', async () => expect(await files.open('results/none')).toBeUndefined());

  it('deletes, also what is not there', async () => {
    await put('results/gone', Buffer.from('x'));
    await files.delete('results/gone');
    expect(await files.open('results/gone')).toBeUndefined();
    await files.delete('results/gone');
  });

  it('lets a reader finish that began before the deletion', async () => {
    const content = randomBytes(3_000_000);
    await put('results/read', content);
    const file = await files.open('results/read');
    await files.delete('results/read');
    let size = 0;
    for await (const chunk of file?.body ?? []) size += chunk.length;
    expect(size).toBe(content.length);
  });

  it('fails when the file to store is not there', async () => {
    await expect(files.put('results/y', join(folder, 'missing'), 'image/png')).rejects.toThrow();
    expect(await files.open('results/y')).toBeUndefined();
  });
});
