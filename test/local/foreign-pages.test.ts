import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { AllowedHosts } from '../../local/allowed-hosts.ts';
import { type Envelope, useLocalService } from '../support/local-service.ts';
import { requestAs } from './raw-client.ts';

const service = useLocalService({ engines: [sharp] });
const BODY = JSON.stringify({ filename: 'a.jpg', target_format: 'webp' });

function ask(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const { host } = new URL(service.origin);
  return requestAs(service.origin, [method, path], { host, ...headers }, method === 'POST' ? BODY : undefined);
}

async function refusalOf(answer: Promise<IncomingMessage>): Promise<unknown> {
  const { code, success, error } = (await json(await answer)) as Envelope;
  return [(await answer).statusCode, success, code, error];
}

const FORBIDDEN = [403, false, 'FORBIDDEN', expect.stringContaining('ALLOWED_HOSTS')];

describe('the service on loopback, without keys', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['a page from elsewhere', { origin: 'https://evil.example' }],
    ['a page from elsewhere that says it is from here', { origin: 'http://localhost.evil.example' }],
    ['a page without an origin: a file, or a frame in a sandbox', { origin: 'null' }],
    ['a page of a browser that tells only that it is from elsewhere', { 'sec-fetch-site': 'cross-site' }],
  ])('takes nothing of %s', async (_, headers) => {
    for (const path of ['/api/v1/uploads', '/api/v1/convert', '/files'])
      expect(await refusalOf(ask('POST', path, headers))).toEqual(FORBIDDEN);
    for (const method of ['DELETE', 'PUT', 'PATCH'])
      expect(await refusalOf(ask(method, '/api/v1/conversions/a', headers))).toEqual(FORBIDDEN);
  });

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.', 'localhost@evil.example', '192.168.1.2', ''])(
    'answers nobody who calls it by another name, as a page whose name leads here does: %j',
    async (host) => {
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/api/v1/formats'],
        ['GET', '/files/a'],
        ['POST', '/api/v1/uploads'],
        ['OPTIONS', '/api/v1/uploads'],
      ] as const)
        expect(
          await refusalOf(ask(method, path, { host, ...(method === 'POST' && { origin: `http://${host}` }) })),
        ).toEqual(FORBIDDEN);
    },
  );

  it.each<[string, Readonly<Record<string, string>>]>([
    ['its own page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['another page of this machine', { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'cross-site' }],
    ['a page by IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ['a program', {}],
    ['a user who types an address', { 'sec-fetch-site': 'none' }],
  ])('serves %s', async (_, headers) => {
    expect((await ask('POST', '/api/v1/uploads', headers)).statusCode).toBe(200);
  });

  it('lets any page read public routes, and errors of others by CORS', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const formats = await ask('GET', '/api/v1/formats', headers);
    expect([formats.statusCode, formats.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect((await ask('GET', '/', headers)).statusCode).toBe(200);
    expect((await ask('OPTIONS', '/api/v1/convert', headers)).statusCode).toBe(204);
    expect((await ask('POST', '/api/v1/convert', headers)).headers['access-control-allow-origin']).toBe('*');
  });
});

describe('hosts that are allowed', () => {
  const asked = (host: string, origin?: string) =>
    ({ method: 'POST', headers: { host, ...(origin && { origin }) } }) as unknown as IncomingMessage;
  const usual = { host: '127.0.0.1', names: undefined, publicUrl: undefined, keyRequired: false };

  it.each<[string, Partial<ConstructorParameters<typeof AllowedHosts>[0]>]>([
    ['where others may reach the service', { host: '0.0.0.0' }],
    ['where nobody gets anything without a key', { keyRequired: true }],
    ['where any are', { names: ['*'] }],
  ])('are all of them %s', (_, options) => {
    const hosts = new AllowedHosts({ ...usual, ...options });
    expect(hosts.refusal(asked('convert.test', 'https://elsewhere.test'))).toBeUndefined();
  });

  it('are those that are named, and those of this machine and of PUBLIC_URL', () => {
    const hosts = new AllowedHosts({
      ...usual,
      host: '0.0.0.0',
      names: ['Convert.test'],
      publicUrl: 'https://public.test',
    });
    for (const host of ['convert.test', 'CONVERT.test:8080', 'public.test', 'localhost:3000'])
      expect(hosts.refusal(asked(host, `https://${host}`))).toBeUndefined();
    expect(hosts.refusal(asked('convert.test', 'https://elsewhere.test'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(hosts.refusal(asked('elsewhere.test'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
