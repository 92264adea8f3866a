import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('POST /api/v1/convert', () => {
  it('answers the record of the interface, ready', async () => {
    const before = Date.now();
    const { status, body } = await read(service.convert(await photo(), 'photo.jpg', { target_format: 'webp' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
    expect(body.data).toEqual({
      conversion_id: expect.stringMatching(UUID),
      original_filename: 'photo.jpg',
      original_format: 'jpg',
      target_format: 'webp',
      result_format: 'webp',
      options: {},
      file_size: expect.any(Number),
      conversion_time: expect.any(Number),
      download_url: `/api/v1/download/${body.data.conversion_id}`,
      expires_at: expect.any(String),
      status: 'ready',
    });
    const expiresAt = Date.parse(body.data.expires_at);
    expect(new Date(expiresAt).toISOString()).toBe(body.data.expires_at);
    expect(expiresAt - before).toBeGreaterThanOrEqual(30 * 60_000);
    expect(expiresAt - before).toBeLessThan(30 * 60_000 + 30_000);
    expect(body.data.conversion_time).toBeGreaterThan(0);
    expect(Number.isInteger(body.data.file_size)).toBe(true);
  });

  it.each([
    ['JPEG', 'jpg', 'jpeg'],
    ['.Tif', 'tiff', 'tiff'],
    ['PNG', 'png', 'png'],
  ])('takes the target %s for %s', async (word, canonical, decoded) => {
    const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: word }));
    expect(body.data.target_format).toBe(canonical);
    const result = await service.request(body.data.download_url);
    expect((await sharp(await result.bytes()).metadata()).format).toBe(decoded);
  });

  it('makes larger files of higher qualities', async () => {
    const sizes: number[] = [];
    for (const quality of ['low', 'Medium', 'HIGH']) {
      const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'webp', quality }));
      sizes.push(body.data.file_size);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  });

  it.each<[string, Record<string, string | undefined>, string, RegExp]>([
    ['no target format', {}, 'MISSING_TARGET_FORMAT', /target_format/],
    ['an empty target format', { target_format: ' ' }, 'MISSING_TARGET_FORMAT', /target_format/],
    ['an unknown target format', { target_format: 'xyz' }, 'UNSUPPORTED_CONVERSION', /xyz/],
    ['a hostile target format', { target_format: '../../\n\u0000x' }, 'UNSUPPORTED_CONVERSION', /^"\.\.\/\.\.\/x"/],
    ['a target that cannot be made of it', { target_format: 'mp3' }, 'UNSUPPORTED_CONVERSION', /png.*webp/],
    ['a bad quality', { target_format: 'png', quality: 'best' }, 'INVALID_QUALITY', /low, medium, high/],
  ])('refuses %s', async (_, fields, code, message) => {
    const { status, body } = await read(service.convert(await photo(), 'a.jpg', fields));
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code, error: expect.stringMatching(message) });
    expect(body.request_id).toMatch(UUID);
    expect(new Date(body.timestamp ?? '').toISOString()).toBe(body.timestamp);
  });

  it.each([
    ['at once', {}],
    ['once, as often as it is asked', { 'Idempotency-Key': 'a drawing of which a browser is asked, 2f7c9d0a81' }],
  ])('hands a drawing that resvg would draw wrongly over to a browser: %s', async (_, headers) => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>:root{--a:red}</style>';
    const content = Buffer.from(`${drawing}<path style="fill:var(--a)" d="M0 0h9v9H0z"/></svg>`);
    const { body } = await read(service.convert(content, 'a.svg', { target_format: 'png' }, headers));
    const result = await service.request(body.data.download_url);
    const { channels } = await sharp(await result.bytes()).stats();
    expect([body.data.status, ...channels.slice(0, 3).map(({ min }) => min)]).toEqual(['ready', 255, 0, 0]);
  });

  it('takes a file that an event can just carry', async () => {
    // What lies behind the end of a JPEG is passed over.
    const padded = Buffer.concat([await photo(), Buffer.alloc(4_200_000)]);
    const { status } = await read(service.convert(padded, 'a.jpg', { target_format: 'png' }));
    expect(status).toBe(200);
  });
});

const convertPreferring = (prefer: string, content: Uint8Array, target = 'webp') =>
  service.convert(content, 'photo.jpg', { target_format: target }, { Prefer: prefer });

describe('Prefer: respond-async', () => {
  it('responds at once with processing; the status becomes ready when the file is there', async () => {
    const response = await convertPreferring('respond-async', await photo());
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
});

describe('Prefer: wait', () => {
  it('waits that long and no longer; a download that comes too early is answered with 404 NOT_READY', async () => {
    const quick = await read(convertPreferring('wait=20', await photo()));
    expect(quick.body.data.status).toBe('ready');
    const { data } = (await read(convertPreferring('respond-async, wait=0', await photo(2000, 1500), 'avif'))).body;
    expect(data.status).toBe('processing');
    const early = await service.request(data.download_url);
    expect(early.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await read(early)).toMatchObject({ status: 404, body: { code: 'NOT_READY' } });
    expect((await service.settled(data.conversion_id)).body.data.status).toBe('ready');
  });

  it.each(['', 'wait=soon', 'return=minimal', 'wait=-1', ';;,,=', 'handling=strict'])('ignores %j', async (prefer) => {
    const response = await convertPreferring(prefer, await photo());
    expect(response.headers.get('preference-applied')).toBeNull();
    expect((await read(response)).body.data.status).toBe('ready');
  });
});
