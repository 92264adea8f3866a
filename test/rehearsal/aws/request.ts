import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface AwsRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a request asks for, in the words of policies. */
export interface AwsCall {
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
}

export async function receive(request: IncomingMessage): Promise<AwsRequest> {
  const { method = 'GET', headers } = request;
  return { method, url: new URL(request.url ?? '/', 'http://aws'), headers, body: await buffer(request) };
}

/** The fields of a form upload to S3, without its file, which is the last of them; undefined where a request is none. */
export async function formFields({ headers, body }: AwsRequest): Promise<Record<string, string> | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const file = body.indexOf('\r\n\r\n', body.indexOf('; filename=')) + 4;
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const beginning = Buffer.concat([body.subarray(0, file), Buffer.from('\r\n'), boundary, Buffer.from('--\r\n')]);
  const form = await new Response(beginning, { headers: { 'content-type': type } }).formData();
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}

const TOKEN = 'X-Amz-Security-Token';

/**
 * The session token with which a request was signed, in its head, its link or its form: it tells whose credentials these
 * are. Whether the signature is right, the stand-ins check.
 */
export async function sessionTokenOf(request: AwsRequest): Promise<string | undefined> {
  const { headers, url } = request;
  const inHead = headers[TOKEN.toLowerCase()];
  if (inHead !== undefined) return `${inHead}`;
  return url.searchParams.get(TOKEN) ?? (await formFields(request))?.[TOKEN.toLowerCase()];
}
