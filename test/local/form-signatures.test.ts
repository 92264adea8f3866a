import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { storage } from '../../functions/services/storage.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { uploadForm } from '../support/upload-form.ts';

const service = useLocalService({ engines: [sharp] });

interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function askForForm(): Promise<Form> {
  const body = JSON.stringify({ filename: 'a.jpg', target_format: 'webp' });
  return (await read(service.request('/api/v1/uploads', { method: 'POST', body }))).body.data;
}

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
