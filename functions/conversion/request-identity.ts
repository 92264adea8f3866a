import { createHmac } from 'node:crypto';
import type { Caller } from '../callers/caller.ts';
import type { ConversionSettings } from './command.ts';
import { derivedConversionId, newConversionId } from './conversion.ts';
import { ConversionError } from './errors.ts';
import type { RecordStores } from './stores.ts';

/** The identity of a request. */
export interface RequestIdentity {
  /** The identifier of the conversion that it is for. */
  readonly id: string;
  /**
   * Distinguishes this request from others with the same key.
   * @default it has no key, and is never repeated
   */
  readonly fingerprint?: (request: FingerprintedRequest) => string;
}

/** The parts of a request that must be the same when it is repeated. */
export interface FingerprintedRequest
  extends Pick<ConversionSettings, 'targetFormat' | 'quality' | 'options' | 'secrets'> {
  readonly filename: string;
  /** The digest of the file, where the file is known. */
  readonly contentDigest?: string | undefined;
}

/** Printable ASCII characters, with spaces only between them. */
const KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Keys of this length are unique and cannot be guessed: they identify a request without its caller. */
const UNGUESSABLE = 16;

/** How a request is identified. */
export interface IdentityOptions {
  /** Whether the key alone distinguishes it from requests of other callers, since its file is not known yet. @default false */
  readonly keyAlone?: boolean;
}

/**
 * The identity of a request by its `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the same key means the
 * same conversion. Keys are not stored: the identifier of the conversion is derived from the key, the caller, and a
 * secret of the service, since whoever knows an identifier may download. The fingerprint covers the file where it is
 * known.
 * @throws ConversionError INVALID_REQUEST
 */
export async function identify(
  key: string | undefined,
  caller: Pick<Caller, 'name' | 'account'>,
  { secret }: Pick<RecordStores, 'secret'>,
  { keyAlone = false }: IdentityOptions = {},
): Promise<RequestIdentity> {
  if (key === undefined) return { id: newConversionId() };
  if (!KEY.test(key)) throw invalid('The Idempotency-Key must have 1 to 255 printable ASCII characters.');
  const isShort = caller.account === undefined && key.length < UNGUESSABLE;
  if (isShort && keyAlone)
    throw invalid(`Without an API key, an Idempotency-Key here has at least ${UNGUESSABLE} characters, and is random.`);
  const known = await secret();
  const sign = (text: string) => createHmac('sha256', known).update(text).digest('hex');
  // A key belongs to an account, to an address, or to whoever knows it. No name holds a line break.
  const owner = caller.account ?? (isShort ? caller.name : '');
  return { id: derivedConversionId(sign(`${owner}\n${key}`)), fingerprint: (request) => sign(describe(request)) };
}

function invalid(message: string): ConversionError {
  return new ConversionError('INVALID_REQUEST', message);
}

function describe({ filename, contentDigest, targetFormat, quality, options, secrets }: FingerprintedRequest): string {
  const inOrder = Object.entries({ ...options, ...secrets }).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([filename, contentDigest ?? null, targetFormat, quality, inOrder]);
}
