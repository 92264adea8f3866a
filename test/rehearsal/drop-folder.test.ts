import { describe, expect, it } from 'vitest';
import { photo } from '../support/pictures.ts';
import { POSSIBLE, useAccount } from './account/use-account.ts';

const BUCKET = 'bucket-of-others';

describe.skipIf(!POSSIBLE)('a drop folder, as synthesised in an app of its own', { timeout: 120_000 }, () => {
  const here = useAccount(undefined, 'ownSynthesis');
  const get = (key: string) => here.account.stores.buckets.get(BUCKET)?.sizeOf(key) ?? 0;

  it('converts what is put there, and may do all that it does for that', async () => {
    await here.account.putObject(BUCKET, 'in/a b+c/photo%41.jpg', await photo(160, 120));
    await here.account.putObject(BUCKET, 'in/broken.jpg', Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'));
    await here.account.putObject(BUCKET, 'elsewhere/photo.jpg', await photo(160, 120));
    await expect.poll(() => get('out/a b+c/photo%41.jpg.webp'), { timeout: 60_000 }).toBeGreaterThan(100);
    await expect.poll(() => get('out/broken.jpg.error.json'), { timeout: 60_000 }).toBeGreaterThan(100);
    const { calls } = here.account.recorder;
    const [name] = calls.map(({ from = '' }) => from).filter((from) => from.startsWith('DropFolder'));
    const did = new Set(calls.filter(({ from }) => from === name).map(({ action }) => action));
    for (const action of ['s3:GetObject', 's3:PutObject', 'dynamodb:PutItem', 'sqs:SendMessage'])
      expect(did).toContain(action);
    await expect.poll(() => here.account.logOf(name ?? '')).toContain('"code":"OK"');
    expect(calls.filter(({ resource }) => resource.includes('elsewhere/'))).toEqual([]);
  });
});
