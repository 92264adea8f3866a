import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../local/refusal.ts';
import {
  ALGORITHM,
  type Credentials,
  canonical,
  isSame,
  readQuery,
  scopeOf,
  signatureOf,
  textToSign,
} from '../../local/signature.ts';

const AUTHORIZATION = new RegExp(
  `^${ALGORITHM} Credential=([^/,]*)/(\\d{8}/[\\w-]+/(\\w+)/aws4_request), ?SignedHeaders=([^,]*), ?Signature=(\\w*)$`,
);

/**
 * Checks the `Authorization` header of a request, as AWS does (Signature Version 4).
 * @throws Refusal
 */
export function checkSignature(
  { method, headers, url = '' }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  credentials: Credentials,
): void {
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) throw new Refusal(403, 'AccessDenied', 'The request is not signed.');
  const [, accessKeyId, scope, service, signedHeaders = '', signature = ''] = match;
  const [date, payload] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])];
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  // All services but S3 sign a path that is URI-encoded twice.
  const signed = service === 's3' ? path : path.replaceAll('%', '%25');
  const request = canonical({ method, headers, path: signed, query: readQuery(search) }, signedHeaders, payload);
  const expected = signatureOf(credentials, date, textToSign(credentials, date, request, service), service);
  const isMeant = scope === scopeOf(credentials, date, service) && date[8] === 'T';
  if (accessKeyId !== credentials.accessKeyId || !isMeant || !isSame(expected, signature))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
}
