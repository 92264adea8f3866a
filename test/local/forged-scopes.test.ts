import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { storage } from '../../functions/services/storage.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { uploadForm } from '../support/upload-form.ts';
import { type ForgedRequest, hmac, moment, signedHeaders, signedLink } from './signer.ts';

const service = useLocalService({ engines: [sharp] });
const SECRET = 'the result of somebody else';

interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function askForForm(): Promise<Form> {
  const body = JSON.stringify({ filename: 'a.jpg', target_format: 'webp' });
  return (await read(service.request('/api/v1/uploads', { method: 'POST', body }))).body.data;
}

/**
 * Each element of a scope is signed with the key that the elements before it make: so what was handed out as the signature
 * of a policy is the key of the scope that ends with this policy.
 */
async function forge(...further: readonly string[]): Promise<Pick<ForgedRequest, 'scope' | 'key' | 'accessKeyId'>> {
  const { fields } = await askForForm();
  const [accessKeyId = '', ...scope] = (fields['X-Amz-Credential'] ?? '').split('/');
  const signature = Buffer.from(fields['X-Amz-Signature'] ?? '', 'hex');
  const elements = [...scope, fields.Policy ?? '', ...further];
  return { accessKeyId, scope: elements.join('/'), key: further.reduce<Buffer>(hmac, signature) };
}

const SCOPES: readonly (readonly [string, readonly string[]])[] = [
  ['that ends with the policy', []],
  ['that goes on behind the policy', ['aws4_request']],
  ['with a whole scope behind the policy', [moment().slice(0, 8), 'us-east-1', 's3', 'aws4_request']],
  ['that ends with a slash', ['']],
];

describe.each(SCOPES)('the signature of an upload form, used as the key of a scope %s', (_, further) => {
  it.each(['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])(
    'signs no %s, neither in a link nor in a header',
    async (method) => {
      const { files } = storage();
      await files.put('results/theirs', Buffer.from(SECRET), 'text/plain');
      const forged = await forge(...further);
      const body = method === 'PUT' || method === 'POST' ? 'stored by a stranger' : null;
      for (const target of ['results/theirs', 'results/new', 'results/theirs?uploads', 'results/theirs?uploadId=x']) {
        const url = new URL(`${service.origin}/files/${target}`);
        const linked = await fetch(signedLink({ method, url, ...forged }), { method, body });
        const headed = await fetch(url, { method, body, headers: signedHeaders({ method, url, ...forged }) });
        for (const answer of [linked, headed]) {
          expect(answer.status).toBe(403);
          expect(await answer.text()).not.toContain(SECRET);
        }
      }
      expect(await files.size('results/theirs')).toBe(SECRET.length);
      expect(await files.size('results/new')).toBeUndefined();
    },
  );

  it('signs no other form', async () => {
    const { accessKeyId, scope, key } = await forge(...further);
    const date = moment();
    const fields = {
      bucket: 'files',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': date,
      key: 'results/theirs',
    };
    const conditions = [
      ['content-length-range', 0, 1000],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ];
    const expiration = new Date(Date.now() + 60_000).toISOString();
    const Policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...fields,
      Policy,
      'X-Amz-Signature': hmac(key, Policy).toString('hex'),
    }))
      form.set(name, value);
    form.set('file', new Blob(['stored by a stranger']), 'whatever');
    const answer = await fetch(`${service.origin}/files`, { method: 'POST', body: form });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('SignatureDoesNotMatch');
  });
});

describe('the signature of a form', () => {
  it('is none of a link, and that of a link none of a form: they have different secrets', async () => {
    const { fields } = await askForForm();
    const { files } = storage();
    const link = new URL(await files.link('results/theirs', Date.now() + 60_000));
    expect(fields['X-Amz-Credential']?.split('/')[0]).not.toBe(
      link.searchParams.get('X-Amz-Credential')?.split('/')[0],
    );
  });

  it('is good at the address of the form alone', async () => {
    const { fields } = await askForForm();
    const form = uploadForm(fields, 'x');
    for (const path of ['/files/', '/files/a', `/files/${fields.key}`])
      expect((await fetch(`${service.origin}${path}`, { method: 'POST', body: form })).status).toBe(403);
  });
});
