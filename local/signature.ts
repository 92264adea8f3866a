import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** With which the bucket, and what stands in for AWS in tests, is used. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What is said of a signature, in the header of a request or in its link. */
interface Claim {
  /** `key/date/region/service/aws4_request`. */
  readonly credential: string;
  /** As in `20260131T235959Z`. */
  readonly date: string;
  /** Names, with semicolons between. */
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payload: string;
  /** Seconds that a link lasts; what is signed in a header is sent at once. */
  readonly expires?: number;
}

/**
 * Checks who sent a request, or made its link, as AWS does (Signature Version 4): whoever uses this machine may reach
 * it, and so may a page in a browser.
 * @throws Refusal
 */
export function checkSignature(request: SignedRequest, { accessKeyId, secretAccessKey }: Credentials): void {
  const { method, headers, url = '' } = request;
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const query = search.split('&').filter(Boolean).map(readPair);
  const claim = readHeader(headers) ?? readLink(new Map(query));
  if (!claim) throw new Refusal(403, 'AccessDenied', 'The request is not signed.');
  const [key, ...scope] = claim.credential.split('/');
  const text = textToSign(claim, scope, canonical({ method, headers, path, query }, claim));
  if (key !== accessKeyId || !isSame(sign(signingKey(secretAccessKey, scope), text).toString('hex'), claim.signature))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
  if (claim.expires !== undefined && !(momentOf(claim.date) + claim.expires * 1000 > Date.now()))
    throw new Refusal(403, 'AccessDenied', 'Request has expired');
}

const keys = new Map<string, Buffer>();
/** A day, a region and a service have a key; who asks for many is no client of ours. */
const MOST_KEYS = 20;

/** The key with which everything of a day, region and service is signed. */
export function signingKey(secret: string, scope: readonly string[]): Buffer {
  const name = [secret, ...scope].join('/');
  const key = keys.get(name) ?? scope.reduce<Buffer>(sign, Buffer.from(`AWS4${secret}`));
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(name, key);
  return key;
}

export function sign(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares in a time that does not tell how much of it is right. */
export function isSame(signature: string, presented: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(presented)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readHeader(headers: SignedRequest['headers']): Claim | undefined {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]*), ?SignedHeaders=([^,]*), ?Signature=(\w*)$/.exec(
    headers.authorization ?? '',
  );
  if (!match) return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const [date = '', payload = ''] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String);
  return { credential, date, signedHeaders, signature, payload };
}

function readLink(query: ReadonlyMap<string, string>): Claim | undefined {
  const [credential = '', date = '', signedHeaders = '', signature, expires] = [
    'Credential',
    'Date',
    'SignedHeaders',
    'Signature',
    'Expires',
  ].map((name) => query.get(`X-Amz-${name}`));
  if (signature === undefined) return undefined;
  return { credential, date, signedHeaders, signature, payload: 'UNSIGNED-PAYLOAD', expires: Number(expires) };
}

/** The parts of a request that can be signed. */
export interface RequestParts extends Pick<IncomingMessage, 'method' | 'headers'> {
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

/** What of a request is signed, as AWS writes it. */
export function canonical(
  { method, path, query, headers }: RequestParts,
  { signedHeaders, payload }: Pick<Claim, 'signedHeaders' | 'payload'>,
): string {
  const parameters = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const lines = signedHeaders.split(';').map(
    (name) =>
      `${name}:${String(headers[name])
        .replace(/[ \t]+/g, ' ')
        .trim()}`,
  );
  return [method, path, parameters.join('&'), ...lines, '', signedHeaders, payload].join('\n');
}

/** The text whose signature is that of a request. */
export function textToSign({ date }: Pick<Claim, 'date'>, scope: readonly string[], request: string): string {
  const digest = createHash('sha256').update(request).digest('hex');
  return ['AWS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n');
}

function readPair(pair: string): readonly [string, string] {
  const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode);
  return [name, value];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'InvalidURI', 'Could not parse the specified URI.');
  }
}

/** Encodes a text for a URL, as AWS does. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function momentOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
