import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** The credentials that sign links or forms. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The region of signatures. @default us-east-1 */
  readonly region?: string;
}

/** Query parameters. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const DEFAULT_REGION = 'us-east-1';

/** As in `20260131T235959Z`. */
const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** AWS's limits: how far a client's clock may be ahead, in milliseconds, and the longest life of a link, in seconds. */
const MOST_AHEAD = 15 * 60_000;
const LONGEST_LINK = 7 * 86_400;

/** The only header that the signature of a link covers. */
const SIGNED_HEADERS = 'host';

const PARTS_OF_LINK = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'] as const;

/**
 * Checks the signature of a link as AWS does (Signature Version 4), since all users of this machine and all pages in its
 * browsers can send requests to the bucket.
 * @returns the query parameters
 * @throws Refusal
 */
export function checkLink(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  credentials: Credentials,
): ReadonlyMap<string, string> {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const query = readQuery(search);
  const parameters = new Map(query);
  const link = readLink(parameters);
  // Of two parameters with the same name, one could be checked and the other used.
  if (!link || parameters.size < query.length) throw new Refusal(403, 'AccessDenied', 'The request is not signed.');
  const { Date: date, Expires, Signature } = link;
  const text = textToSign(
    credentials,
    date,
    canonical({ method, headers, path, query }, SIGNED_HEADERS, 'UNSIGNED-PAYLOAD'),
  );
  if (!isOurs(link, credentials) || !isSame(signatureOf(credentials, date, text), Signature))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
  if (!isInForce(date, Expires)) throw new Refusal(403, 'AccessDenied', 'Request has expired');
  return parameters;
}

type Link = Readonly<Record<(typeof PARTS_OF_LINK)[number], string>>;

function readLink(parameters: ReadonlyMap<string, string>): Link | undefined {
  const parts = PARTS_OF_LINK.map((name) => [name, parameters.get(`X-Amz-${name}`)] as const);
  return parts.every(([, value]) => value) ? (Object.fromEntries(parts) as Link) : undefined;
}

function isOurs(link: Link, credentials: Credentials): boolean {
  return link.SignedHeaders === SIGNED_HEADERS && isCredential(credentials, link);
}

function isInForce(date: string, expires: string): boolean {
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  const [made, now] = [momentOf(date), Date.now()];
  return seconds <= LONGEST_LINK && made <= now + MOST_AHEAD && now < made + seconds * 1000;
}

/** The fields of a link or a form that say how it was signed. */
export interface SigningClaim {
  readonly Algorithm: string | undefined;
  readonly Credential: string | undefined;
  readonly Date: string | undefined;
}

/**
 * Whether a link or a form claims these credentials. The scope is made here, not taken from the request: each of its
 * elements is signed with the key before it, so that the key of a longer scope could be a signature that was given out.
 */
export function isCredential(
  credentials: Credentials,
  { Algorithm, Credential, Date: date = '' }: SigningClaim,
): boolean {
  const expected = `${credentials.accessKeyId}/${scopeOf(credentials, date)}`;
  return Algorithm === ALGORITHM && !Number.isNaN(momentOf(date)) && Credential === expected;
}

/** The credential scope: the day, the region and the service. */
export function scopeOf({ region = DEFAULT_REGION }: Credentials, date: string, service = 's3'): string {
  return [date.slice(0, 8), region, service, 'aws4_request'].join('/');
}

/** The signature of a string to sign. */
export function signatureOf(credentials: Credentials, date: string, text: string, service = 's3'): string {
  const key = scopeOf(credentials, date, service)
    .split('/')
    .reduce<Buffer>(sign, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  return sign(key, text).toString('hex');
}

function sign(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares signatures in constant time. */
export function isSame(signature: string, presented: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(presented)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The parts of a request that a signature covers. */
export interface RequestParts extends Pick<IncomingMessage, 'method' | 'headers'> {
  readonly path: string;
  readonly query: Parameters;
}

/** The canonical request of AWS Signature Version 4. @param signedHeaders their names, separated by semicolons */
export function canonical(
  { method, path, query, headers }: RequestParts,
  signedHeaders: string,
  payload: string,
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

/** The string to sign of a canonical request. */
export function textToSign(credentials: Credentials, date: string, request: string, service = 's3'): string {
  const digest = createHash('sha256').update(request).digest('hex');
  return [ALGORITHM, date, scopeOf(credentials, date, service), digest].join('\n');
}

/** @throws Refusal when the percent encoding is invalid */
export function readQuery(search: string): Parameters {
  return search
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode);
      return [name, value] as const;
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'InvalidURI', 'Could not parse the specified URI.');
  }
}

/** AWS's URI encoding. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Milliseconds since the epoch, or NaN. */
function momentOf(date: string): number {
  return MOMENT.test(date) ? Date.parse(date.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN;
}
