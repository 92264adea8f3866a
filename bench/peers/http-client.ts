import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { multipartBody } from '../../test/support/multipart-body.ts';
import type { Task } from './by-turns.ts';

/** Connections are kept, as those of any client that asks more than once. */
const agent = new Agent({ keepAlive: true });
const POLLING = 5;

interface Order {
  readonly method?: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request and reads the whole response, with little overhead.
 * @throws Error for a response other than 2xx
 */
export async function exchange(url: string, { method = 'GET', body, headers = {} }: Order = {}): Promise<Buffer> {
  const length = body ? { 'Content-Length': String(body.length) } : {};
  const answer = await new Promise<{ status: number; content: Buffer }>((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      buffer(response).then((content) => resolve({ status: response.statusCode ?? 0, content }), reject);
    });
    sent.once('error', reject).end(body);
  });
  if (answer.status === 200) return answer.content;
  throw new Error(`${method} ${url}: ${answer.status} ${answer.content.toString('utf8', 0, 300)}`);
}

interface Kind {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A conversion by the service, from POST to the last byte of the result. The body is built beforehand. */
export function postToBytes(origin: string, { filename, content, target, headers }: Kind): Task {
  const boundary = 'boundary-of-the-bench';
  const file = { name: 'file', filename, content };
  const body = multipartBody(boundary, [{ name: 'target_format', content: target }, file]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return async () => {
    const order = { method: 'POST', body, headers: { ...headers, 'Content-Type': type } };
    let { data } = read(await exchange(`${origin}/api/v1/convert`, order));
    while (data.status === 'processing') {
      await setTimeout(POLLING);
      ({ data } = read(await exchange(`${origin}/api/v1/status/${data.conversion_id}`)));
    }
    if (data.status !== 'ready') throw new Error(`${filename} to ${target}: ${data.status}`);
    return exchange(`${origin}${data.download_url}`);
  };
}

function read(answer: Buffer): { data: { status: string; conversion_id: string; download_url: string } } {
  return JSON.parse(answer.toString());
}
