import { json, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { storage } from '../../functions/services/storage.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { uploadForm } from '../support/upload-form.ts';
import { requestAs } from './raw-client.ts';

const service = useLocalService({ engines: [sharp], allowedHosts: ['*'] });

interface Form {
  readonly conversion_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends a request that calls the service by some name, and gives the answer. */
function call(host: string | undefined, path: string, body: Uint8Array | string, contentType?: string) {
  const headers = { host, 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return requestAs(service.origin, ['POST', path], Object.fromEntries(given), body);
}

async function begin(host: string | undefined): Promise<Form> {
  const answer = await call(host, '/api/v1/uploads', JSON.stringify({ filename: 'a.jpg', target_format: 'webp' }));
  return ((await json(answer)) as { data: Form }).data;
}

async function send(host: string, { fields }: Pick<Form, 'fields'>, content: Uint8Array) {
  const form = uploadForm(fields, content);
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  return call(host, '/files', body, encoded.headers.get('content-type') ?? '');
}

describe('the address of links and forms', () => {
  it.each(['convert.test:8080', 'convert.test', '10.0.0.5:3000', '[fd00::5]:3000'])(
    'is the one by which a request calls the service: %s',
    async (host) => {
      const form = await begin(host);
      expect(form.url).toBe(`http://${host}/files`);
      expect((await send(host, form, await photo())).statusCode).toBe(204);
      expect((await service.settled(form.conversion_id)).body.data.status).toBe('ready');
    },
  );

  it.each(['a/b', 'a@b', 'a b', '"', 'a:b', 'a:999999', '[::1', 'a,b', '', 'x'.repeat(10_000)])(
    'is that of this machine where the name is none: %j',
    async (host) => {
      expect((await begin(host)).url).toBe(`${service.origin}/files`);
    },
  );

  it('is of each request its own', async () => {
    const hosts = Array.from({ length: 50 }, (_, index) => `host-${index}.test`);
    const forms = await Promise.all(hosts.map((host) => begin(host)));
    expect(forms.map(({ url }) => url)).toEqual(hosts.map((host) => `http://${host}/files`));
  });
});

describe('the files, below the address of the service', () => {
  it.each(['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])('are for signed requests only: %s', async (method) => {
    const { fields } = await begin('localhost');
    for (const path of [`/files/${fields.key}`, '/files', '/files/', '/files/%', '/files/a?X-Amz-Signature=x'])
      expect([400, 403]).toContain((await fetch(`${service.origin}${path}`, { method })).status);
  });

  it('take nothing by a form that was changed, and no end of fields', async () => {
    const { fields } = await begin('localhost');
    const other = { ...fields, key: `${fields.key}x` };
    expect((await send('localhost', { fields: other }, await photo())).statusCode).toBe(403);
    const refused = await send('localhost', { fields: { more: 'x'.repeat(1_000_000), ...fields } }, await photo());
    expect(refused.statusCode).toBe(400);
    expect(await text(refused)).toContain('MaxPostPreDataLengthExceeded');
    expect(await service.stored()).not.toContain(fields.key);
    expect((await send('localhost', { fields }, await photo())).statusCode).toBe(204);
  });

  it('let the page send to its own address alone', async () => {
    const { headers } = await fetch(service.origin);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
  });
});

describe('the signature of a form', () => {
  it('is none of a link, and that of a link none of a form: they have different secrets', async () => {
    const { fields } = await begin('localhost');
    const { files } = storage();
    const link = new URL(await files.link('results/theirs', Date.now() + 60_000));
    expect(fields['X-Amz-Credential']?.split('/')[0]).not.toBe(
      link.searchParams.get('X-Amz-Credential')?.split('/')[0],
    );
  });

  it('is good at the address of the form alone', async () => {
    const { fields } = await begin('localhost');
    const form = uploadForm(fields, 'x');
    for (const path of ['/files/', '/files/a', `/files/${fields.key}`])
      expect((await fetch(`${service.origin}${path}`, { method: 'POST', body: form })).status).toBe(403);
  });
});
