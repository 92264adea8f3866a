import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();

const convert = (prefer: string, content: Uint8Array, target = 'webp') =>
  service.convert(content, 'photo.jpg', { target_format: target }, { Prefer: prefer });

describe('Prefer: respond-async', () => {
  it('responds at once with processing; the status becomes ready when the file is there', async () => {
    const response = await convert('respond-async', await photo());
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    const { status, body } = await read(response);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'processing',
      file_size: null,
      conversion_time: null,
      result_format: 'webp',
    });
    const { body: ready } = await service.settled(body.data.conversion_id);
    expect(ready.data).toMatchObject({ status: 'ready', download_url: body.data.download_url });
    expect(Date.parse(ready.data.expires_at)).toBeGreaterThan(Date.parse(body.data.expires_at) - 1);
    const result = await service.request(body.data.download_url);
    const bytes = await result.bytes();
    expect(bytes.length).toBe(ready.data.file_size);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
  });

  it('responds with 404 NOT_READY to a download that comes too early', async () => {
    const { body } = await read(convert('respond-async', await photo(3000, 2000), 'avif'));
    const early = await service.request(body.data.download_url);
    expect(early.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await read(early)).toMatchObject({ status: 404, body: { code: 'NOT_READY' } });
    expect((await service.settled(body.data.conversion_id)).body.data.status).toBe('ready');
  });

  it('responds to status with the error that convert gives for a bad file', async () => {
    const jpg = await photo();
    const { status, body } = await read(convert('respond-async', jpg.subarray(0, jpg.length >> 1)));
    expect(status).toBe(200);
    const answer = await service.settled(body.data.conversion_id);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'UNREADABLE_FILE' } });
    expect(await read(service.request(body.data.download_url))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  it('still refuses at once what can be seen at once', async () => {
    expect(await read(convert('respond-async', Buffer.from('0001020304fffefd', 'hex')))).toMatchObject({ status: 400 });
  });
});

describe('Prefer: wait', () => {
  it('waits that long and no longer', async () => {
    const quick = await read(convert('wait=20', await photo()));
    expect(quick.body.data.status).toBe('ready');
    const slow = await read(convert('respond-async, wait=0', await photo(3000, 2000), 'avif'));
    expect(slow.body.data.status).toBe('processing');
    await service.settled(slow.body.data.conversion_id);
  });

  it('answers an error of the file as convert does without it', async () => {
    const jpg = await photo();
    const answer = await read(convert('wait=20', jpg.subarray(0, jpg.length >> 1)));
    expect(answer).toMatchObject({ status: 400, body: { code: 'UNREADABLE_FILE' } });
  });

  it.each(['', 'wait=soon', 'return=minimal', 'wait=-1', ';;,,=', 'handling=strict'])('ignores %j', async (prefer) => {
    const response = await convert(prefer, await photo());
    expect(response.headers.get('preference-applied')).toBeNull();
    expect((await read(response)).body.data.status).toBe('ready');
  });
});
