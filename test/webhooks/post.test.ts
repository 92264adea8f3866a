import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { poster, publicAddresses } from '../../functions/webhooks/post.ts';
import { lookUpByDns } from '../../functions/webhooks/resolve-host.ts';
import { RECEIVER_NAME, useReceiver } from './receiver.ts';

const receiver = useReceiver();

/** To this machine, whatever the URL says: what comes after the look at the address. */
const post = poster({ findAddress: async () => '127.0.0.1', patience: 3000 });
const url = (path = '/hook?a=b') => `https://${RECEIVER_NAME}:${receiver.port}${path}`;
const send = (body = '{}') => post(url(), { 'webhook-id': 'evt_1' }, body);

describe('a request to a webhook', () => {
  it('is made to the address that was found, in the name of the host', async () => {
    receiver.answers((response) => response.writeHead(503, { 'Retry-After': '120' }).end('later'));
    expect(await send('{"a":"ä"}')).toEqual({ status: 503, retryAfter: '120' });
    expect(receiver.received).toEqual([
      {
        method: 'POST',
        url: '/hook?a=b',
        body: '{"a":"ä"}',
        servername: RECEIVER_NAME,
        headers: {
          host: `${RECEIVER_NAME}:${receiver.port}`,
          'content-length': '10',
          'webhook-id': 'evt_1',
          connection: 'close',
        },
      },
    ]);
  });

  it('is not made to a server without a valid certificate', async () => {
    receiver.answers((response) => response.end());
    const other = post(`https://other.example.org:${receiver.port}/`, {}, '{}');
    await expect(other).rejects.toThrow('its certificate is not good for it');
    const address = post(`https://127.0.0.1:${receiver.port}/`, {}, '{}');
    await expect(address).rejects.toThrow('its certificate is not good for it');
    expect(receiver.received).toEqual([]);
  });

  it.each([301, 302, 307, 308])('does not follow a redirect: %i', async (status) => {
    receiver.answers((response) => response.writeHead(status, { Location: url('/elsewhere') }).end());
    expect((await send()).status).toBe(status);
    expect(receiver.received.map((request) => request.url)).toEqual(['/hook?a=b']);
  });

  it('reads no more of an answer than its beginning', async () => {
    let written = 0;
    let closed = false;
    function* endless() {
      for (; ; written += 65_536) yield Buffer.alloc(65_536);
    }
    receiver.answers((response) => {
      response.writeHead(200, { 'Content-Length': '1000000000' }).on('close', () => {
        closed = true;
      });
      Readable.from(endless()).pipe(response);
    });
    expect((await send()).status).toBe(200);
    for (let waited = 0; waited < 50 && !closed; waited += 1) await setTimeout(20);
    expect(closed).toBe(true);
    expect(written).toBeLessThan(50_000_000);
  });

  it('waits no longer than it may, for whatever', async () => {
    const late = 'it did not answer within 0.2 s';
    const hasty = poster({ findAddress: async () => '127.0.0.1', patience: 200 });
    receiver.answers(() => undefined);
    await expect(hasty(url(), {}, '{}')).rejects.toThrow(late);
    const never = poster({ findAddress: () => new Promise(() => undefined), patience: 200 });
    await expect(never(url(), {}, '{}')).rejects.toThrow(late);
    // What dribbles in behind a status is not waited for either.
    receiver.answers((response) => {
      response.writeHead(200).write('a');
    });
    expect(await hasty(url(), {}, '{}').catch((error: Error) => error.message)).toEqual({ status: 200 });
  });

  it('that is answered with something else than HTTP, or with an endless head, has failed', async () => {
    receiver.answers((response) => response.socket?.end('SSH-2.0-OpenSSH\r\n'));
    await expect(send()).rejects.toThrow('the connection failed');
    receiver.answers((response) => response.socket?.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`));
    await expect(send()).rejects.toThrow('the connection failed');
  });
});

describe('where requests go', () => {
  const { signal } = new AbortController();
  const find = publicAddresses(async () => ['127.0.0.1'], ['https://localhost:1']);

  it('is https on port 443 of a public address, or what the operator allows', async () => {
    await expect(find(new URL('https://example.org/'), signal)).rejects.toThrow('its address is not public');
    await expect(find(new URL('http://8.8.8.8/'), signal)).rejects.toThrow('it is not https on port 443');
    await expect(find(new URL('https://8.8.8.8:8443/'), signal)).rejects.toThrow('it is not https on port 443');
    expect(await find(new URL('https://8.8.8.8/'), signal)).toBe('8.8.8.8');
    expect(await find(new URL('https://localhost:1/'), signal)).toBe('localhost');
  });

  it('is not what a name of this machine leads to', async () => {
    const really = publicAddresses(lookUpByDns, []);
    await expect(really(new URL('https://localhost/'), signal)).rejects.toThrow(/its (address is not public|name has)/);
  });
});
