import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadKey } from '../../functions/conversion/conversion.ts';
import { handler as intake } from '../../functions/intake/handler.ts';
import { services } from '../../functions/services/services.ts';
import { elapse } from '../support/later.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { uploadForm } from '../support/upload-form.ts';

const service = useLocalService();

afterEach(() => vi.useRealTimers());

/** What the service answers to a request for an upload. */
interface Upload {
  readonly conversion_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly expires_at: string;
  readonly download_url: string;
}

const ask = (order: unknown) => read(service.announce(order));

async function begin(filename = 'photo.jpg', target_format = 'webp'): Promise<Upload> {
  return (await ask({ filename, target_format })).body.data;
}

/** Sends a file with the form, as a web page does. */
async function send(
  { url, fields }: Upload,
  content: Uint8Array,
  change: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', body: uploadForm({ ...fields, ...change }, content) });
}

const notice = (key: string) => intake({ Records: [{ s3: { object: { key } } }] } as never);

describe('POST /api/v1/uploads', () => {
  it('gives a form with which the file is uploaded and converted', async () => {
    const { status, body } = await ask({ filename: 'folder/photo.jpg', target_format: 'WEBP', quality: 'low' });
    const upload: Upload = body.data;
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    expect(Date.parse(upload.expires_at) - Date.now()).toBeGreaterThan(14.9 * 60_000);
    expect(Date.parse(upload.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect((await service.status(upload.conversion_id)).body.data).toMatchObject({ status: 'processing', progress: 0 });
    expect((await read(service.request(upload.download_url))).body.code).toBe('NOT_READY');

    expect((await send(upload, await photo())).status).toBe(204);
    expect((await service.settled(upload.conversion_id)).body.data).toMatchObject({
      status: 'ready',
      result_format: 'webp',
    });
    const result = await service.request(upload.download_url);
    expect(result.headers.get('content-disposition')).toBe('attachment; filename="photo.webp"');
    expect((await sharp(await result.bytes()).metadata()).format).toBe('webp');
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'INVALID_REQUEST'],
    ['no file name', { target_format: 'png' }, 'MISSING_FILE'],
    ['a path for a name', { filename: 'folder/', target_format: 'png' }, 'MISSING_FILE'],
    ['a name without end', { filename: 'x'.repeat(200_000), target_format: 'png' }, 'INVALID_REQUEST'],
    ['a number for a name', { filename: 1, target_format: 'png' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, order, code) => {
    const { status, body } = await ask(order);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
  });

  it.each<[string, Uint8Array | (() => Promise<Uint8Array>), string, string]>([
    ['nothing', new Uint8Array(), 'webp', 'EMPTY_FILE'],
    ['what makes no sense', () => photo(), 'mp3', 'UNSUPPORTED_CONVERSION'],
    ['half a picture', async () => (await photo()).subarray(0, 5000), 'webp', 'UNREADABLE_FILE'],
  ])('ends as convert would when the file is %s', async (_, content, target, code) => {
    const upload = await begin('photo.jpg', target);
    expect((await send(upload, typeof content === 'function' ? await content() : content)).status).toBe(204);
    const { status, body } = await service.settled(upload.conversion_id);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect((await read(service.request(upload.download_url))).status).toBe(404);
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it('begins nothing twice when it is notified twice, and keeps no file that is uploaded again', async () => {
    const upload = await begin();
    expect((await send(upload, await photo())).status).toBe(204);
    await Promise.all([notice(upload.fields.key ?? ''), notice(upload.fields.key ?? '')]);
    expect((await service.settled(upload.conversion_id)).body.data.status).toBe('ready');
    expect((await send(upload, await photo())).status).toBe(204);
    await vi.waitFor(async () =>
      expect((await service.stored()).filter((key) => key.startsWith('uploads'))).toEqual([]),
    );
    await (await service.request(upload.download_url)).arrayBuffer();
    expect((await service.status(upload.conversion_id)).body.data.status).toBe('expired');
  });

  it('converts nothing that was put in the place of what was looked at', async () => {
    const { conversion_id } = await begin();
    const upload = await services().uploads.find(conversion_id);
    if (!upload) throw new Error('The upload is not awaited');
    // The worker gets to see another file than the intake did.
    const { jobs } = services();
    const send = vi.spyOn(jobs, 'send').mockResolvedValue(undefined);
    const form = await services().files.form(uploadKey(conversion_id), Date.now() + 60_000, 1e8);
    await fetch(form.url, { method: 'POST', body: uploadForm(form.fields, await photo()) });
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    await fetch(form.url, { method: 'POST', body: uploadForm(form.fields, Buffer.from('GIF89a but not really')) });
    send.mockRestore();
    await jobs.send({ engine: 'sharp', id: conversion_id, caller: 'anybody', originalFormat: 'jpg' });
    const { status, body } = await service.settled(conversion_id);
    expect(status).toBe(400);
    expect(['UNREADABLE_FILE', 'UNKNOWN_FORMAT']).toContain(body.code);
  });
});

describe('the form of an upload', () => {
  it('is no good for another key, a larger file or a later time', async () => {
    const upload = await begin();
    const other = await begin();
    expect((await send(upload, await photo(), { key: other.fields.key ?? '' })).status).toBe(403);
    expect((await send(upload, await photo(), { Policy: other.fields.Policy ?? '' })).status).toBe(403);
    expect((await send(upload, Buffer.alloc(100 * 1024 * 1024 + 1))).status).toBe(400);
    elapse(16 * 60_000);
    expect((await send(upload, await photo())).status).toBe(403);
  });
});
