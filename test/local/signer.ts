import { createHash, createHmac } from 'node:crypto';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Signs as AWS does (Signature Version 4), but whatever it is told to, with whatever key: as an attacker would. */
export interface ForgedRequest {
  readonly method: string;
  /** With the host and the path, and perhaps parameters. */
  readonly url: URL;
  /** Everything of the credential behind the name of the key. */
  readonly scope: string;
  /** With which the request is signed, if not that of the secret and the scope. */
  readonly key: Buffer;
  readonly accessKeyId?: string;
  readonly date?: string;
  readonly algorithm?: string;
  readonly expires?: string;
  readonly signedHeaders?: string;
}

export function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The key of a scope, however many elements it has. */
export function keyOf(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
}

/** As in `20260131T235959Z`. */
export function moment(at = Date.now()): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A request that is signed in its link. */
export function signedLink(forged: ForgedRequest): string {
  const { url, scope, date = moment(), accessKeyId = 'local', signedHeaders = 'host' } = forged;
  const query = [
    ...url.searchParams,
    ['X-Amz-Algorithm', forged.algorithm ?? ALGORITHM],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', forged.expires ?? '60'],
    ['X-Amz-SignedHeaders', signedHeaders],
  ].map((pair) => pair.map(encode).join('='));
  const signature = sign(forged, date, query.toSorted().join('&'), signedHeaders);
  return `${url.origin}${url.pathname}?${[...query, `X-Amz-Signature=${signature}`].join('&')}`;
}

function sign({ method, url, scope, key }: ForgedRequest, date: string, query: string, names: string): string {
  const lines = names.split(';').map((name) => `${name}:${name === 'host' ? url.host : undefined}`);
  const canonical = [method, url.pathname, query, ...lines, '', names, 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  return hmac(key, [ALGORITHM, date, scope, digest].join('\n')).toString('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
