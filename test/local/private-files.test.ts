import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { storage } from '../../functions/services/storage.ts';
import { type LocalService, startLocalService } from '../../local/service.ts';

const usual = process.umask();
let service: LocalService | undefined;
afterEach(async () => {
  process.umask(usual);
  await service?.stop();
});

/** All below a folder and itself, with the rights of everybody. */
function rightsBelow(path: string): [string, string][] {
  const status = lstatSync(path);
  const below = status.isDirectory() ? readdirSync(path).flatMap((name) => rightsBelow(join(path, name))) : [];
  return [[path, (status.mode & 0o777).toString(8)], ...below];
}

describe.each([0o000, 0o022, 0o077])('what the service keeps, started with umask %o', (umask) => {
  it('is for its own user alone: folders 0700, files 0600', async () => {
    process.umask(umask);
    service = await startLocalService({ engines: [sharp], keys: 'optional' });
    await service.makeKey({ account: 'acme' });
    await storage().files.put('sources/small', Buffer.from('x'), 'text/plain');
    await storage().files.put('sources/large', Buffer.alloc(3_000_000), 'text/plain');
    const folder = dirname(service.files);
    for (const name of ['s3', 'records']) {
      const [[, own] = ['', ''], ...files] = rightsBelow(join(folder, name));
      expect(own).toBe('700');
      expect(files.length).toBe(2);
      for (const [path, rights] of files) expect([path, rights]).toEqual([path, '600']);
    }
    // Whoever runs an engine as another user passes through these, and sees no names.
    const passage = process.getuid?.() === 0 ? '711' : '700';
    expect(rightsBelow(folder)[0]?.[1]).toBe(passage);
    expect((lstatSync(join(folder, 'hosts')).mode & 0o777).toString(8)).toBe(passage);
  });
});
