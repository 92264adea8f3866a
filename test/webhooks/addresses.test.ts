import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../functions/webhooks/public-address.ts';
import { resolveHost } from '../../functions/webhooks/resolve-host.ts';
import { readOrigins, readWebhookUrl } from '../../functions/webhooks/webhook-url.ts';

/** Addresses of one's own machine, network, or cloud, and others that nobody has, in spellings that URLs understand. */
const PRIVATE = [
  '127.0.0.1',
  '2130706433',
  '１２７.０.０.１',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
] as const;

const PUBLIC = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '192.169.0.1', '223.255.255.254'];
const PUBLIC_6 = ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2400:cb00::1'];

const lookUp = (addresses: readonly string[]) => async () => addresses;
const { signal } = new AbortController();

describe('an address', () => {
  it.each(PRIVATE)('%s is not for webhooks', async (host) => {
    expect(() => readWebhookUrl(`https://${host}/hook`, [])).toThrow('The field "url"');
    const { hostname } = new URL(`https://${host}/`);
    const address = hostname.replace(/^\[|\]$/g, '');
    expect(isPublicAddress(address)).toBe(false);
    await expect(resolveHost(address, lookUp(['8.8.8.8']), signal)).rejects.toThrow('its address is not public');
    await expect(resolveHost('a.example.org', lookUp([address]), signal)).rejects.toThrow('its address is not public');
  });

  it.each([...PUBLIC, ...PUBLIC_6])('%s is for webhooks', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(readWebhookUrl(`https://${host}/hook`, [])).toBe(`https://${host}/hook`);
    expect(await resolveHost('a.example.org', lookUp([address]), signal)).toBe(address);
  });

  it('is looked at each of a name, so that no good one hides another', async () => {
    await expect(resolveHost('a.b', lookUp(['8.8.8.8', '10.0.0.1']), signal)).rejects.toThrow('not public');
    await expect(resolveHost('a.b', lookUp(['8.8.8.8', '::1']), signal)).rejects.toThrow('not public');
    await expect(resolveHost('a.b', lookUp([]), signal)).rejects.toThrow('no address');
    await expect(resolveHost('a.b', lookUp(['no address']), signal)).rejects.toThrow('not public');
    expect(await resolveHost('a.b', lookUp(['2606:4700:4700::1111', '1.1.1.1']), signal)).toBe('1.1.1.1');
  });

  it.each(['', 'localhost', '1.2.3', 'fe80::1%eth0', '1.2.3.4:443', ' 8.8.8.8', '8.8.8.8\n', '08.8.8.8'])(
    'is not what %j is',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('a URL of a webhook', () => {
  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'https://example.com:8443/',
    'https://user@example.com/',
    'https://example.com/#fragment',
    'https://localhost/',
    'https://a.localhost/',
    'https://printer.local/',
    'https://db.internal/',
    'https://intranet/',
    'example.com',
    '',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('is not %j', (url) => {
    expect(() => readWebhookUrl(url, [])).toThrow('The field "url"');
  });

  it('is kept in one spelling', () => {
    expect(readWebhookUrl('HTTPS://Hooks.EXAMPLE.com:443/a/../b?c=d', [])).toBe('https://hooks.example.com/b?c=d');
  });

  it('may be one that the operator names, by its whole origin', () => {
    const allowed = readOrigins('http://localhost:9000, https://10.0.0.1:8443/');
    expect(readWebhookUrl('http://localhost:9000/hook', allowed)).toBe('http://localhost:9000/hook');
    expect(readWebhookUrl('https://10.0.0.1:8443/', allowed)).toBe('https://10.0.0.1:8443/');
    for (const url of ['https://localhost:9000/', 'http://localhost:9001/', 'http://localhost/', 'https://10.0.0.1/'])
      expect(() => readWebhookUrl(url, allowed)).toThrow('The field "url"');
    expect(readOrigins('')).toEqual([]);
    expect(readOrigins(undefined)).toEqual([]);
    expect(() => readOrigins('localhost')).toThrow();
  });
});
