import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { storage } from '../../functions/services/storage.ts';
import { PublicAddress } from '../../local/public-address.ts';
import { read, useLocalService } from '../support/local-service.ts';

const PUBLIC_URL = 'https://convert.example.com';
const service = useLocalService({ engines: [sharp], publicUrl: PUBLIC_URL });

describe('a service with a PUBLIC_URL', () => {
  it('gives forms and links that begin with it, whatever name a request has', async () => {
    const answer = await read(service.announce({ filename: 'a.jpg', target_format: 'webp' }));
    expect(answer.body.data.url).toBe(`${PUBLIC_URL}/files`);
    const { headers } = await fetch(service.origin);
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${PUBLIC_URL};`);
  });

  it('serves a link as it is handed on by a proxy, which may call the service by another name', async () => {
    const { files } = storage();
    await files.put('results/a', Buffer.from('<script>alert(1)</script>'), 'text/html');
    const link = new URL(await files.link('results/a', Date.now() + 60_000, { 'Content-Disposition': 'attachment' }));
    expect(link.origin).toBe(PUBLIC_URL);
    const answer = await fetch(`${service.origin}${link.pathname}${link.search}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    const inline = link.search.replace('attachment', 'inline');
    expect((await fetch(`${service.origin}${link.pathname}${inline}`)).status).toBe(403);
    expect((await fetch(`${service.origin}/files/results/b${link.search}`)).status).toBe(403);
  });

  it.each(['convert.example.com', 'https://a.example/path', 'https://me@a.example', 'ftp://a.example', 'https://a/?b'])(
    'does not start with one that is no origin: %s',
    (address) => {
      expect(() => new PublicAddress(address)).toThrow('PUBLIC_URL');
    },
  );
});
