import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Account } from './account/account.ts';
import { POSSIBLE, SYNTHESIS, workbenchFor } from './account/use-account.ts';
import { PORTS } from './lambda/runtime-environment.ts';
import { sample } from './samples.ts';
import { REGION } from './template/stand-in-values.ts';

describe.skipIf(!POSSIBLE)('what AWS would refuse', () => {
  let account: Account;

  beforeAll(async () => {
    account = await Account.start(await workbenchFor());
  }, SYNTHESIS);
  afterAll(() => account?.stop());

  /** Calls the function of an engine with a picture and a form for its result, signed with the role of a function. */
  async function convertWith(signer: string, key: string): Promise<string> {
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${PORTS.s3}`,
      region: REGION,
      forcePathStyle: true,
      credentials: account.sessionOf(account.function(signer)),
    });
    const result = await createPresignedPost(client, { Bucket: account.stores.bucket, Key: key });
    const { content } = await sample('photo.png');
    const bytes = content.toString('base64');
    const call = { sourceFormat: 'png', targetFormat: 'webp', quality: 'medium', source: { bytes }, result };
    return account.invokeForText('Engines/Sharp', call);
  }

  it('lets the engine store what convert signed', async () => {
    expect(await convertWith('Functions/Convert', 'results/1')).toContain('"event":"done"');
    expect(account.recorder.refused).toEqual([]);
  });

  it.each([
    ['Functions/Convert', 'uploads/1', 'no policy of the role allows it'],
    ['Functions/Uploads', 'uploads/1', 'no policy of the endpoint allows it'],
    ['Functions/Status', 'results/1', 'no policy of the role allows it'],
    ['Engines/Sharp', 'results/1', 'the policy of the role denies it'],
  ])('does not let the engine store what %s signed for %s', async (signer, key, refusal) => {
    expect(await convertWith(signer, key)).toContain('"code":"ENGINE_FAILED"');
    const [call] = account.recorder.takeRefused();
    expect(call).toMatchObject({ action: 's3:PutObject', from: 'Engines/Sharp', signer, refusal });
  });
});
