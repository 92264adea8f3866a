import { createHmac } from 'node:crypto';
import type { Caller } from '../callers/caller.ts';
import type { ConversionWish } from './command.ts';
import { newConversionId } from './conversion.ts';
import { ConversionError } from './errors.ts';
import type { RecordStores } from './stores.ts';

/** What tells a request from all others. */
export interface RequestIdentity {
  /** The identifier of the conversion that it is for. */
  readonly id: string;
  /**
   * Tells this request from others that bear the same key.
   * @default it bears none, and is never repeated
   */
  readonly fingerprint?: (request: FingerprintedRequest) => string;
}

/** What of a request must be the same when it is repeated. */
export interface FingerprintedRequest extends Pick<ConversionWish, 'targetFormat' | 'quality' | 'options' | 'secrets'> {
  readonly filename: string;
  /** Of the file in bytes, where it is known. */
  readonly sourceSize?: number;
}

/** Visible characters of ASCII, and blanks between them. */
const KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Who comes without an API key shares the keys of this header with all others: none of them may be guessed. */
const SHORTEST_SHARED = 16;

/**
 * The identity of a request by its `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): whoever sends the same
 * key again means the same conversion. It needs no memory but the record of the conversion, whose identifier follows
 * from the key, the caller, and a secret of ours, since whoever knows an identifier may download.
 * @throws ConversionError INVALID_REQUEST
 */
export async function identify(
  key: string | undefined,
  caller: Pick<Caller, 'name' | 'account'>,
  { secret }: Pick<RecordStores, 'secret'>,
): Promise<RequestIdentity> {
  if (key === undefined) return { id: newConversionId() };
  checkKey(key, caller);
  const known = await secret();
  const sign = (text: string) => createHmac('sha256', known).update(text).digest('hex');
  // Keys of accounts are told from those that all others share; neither holds a line break.
  return { id: toUuid(sign(`${caller.account ?? ''}\n${key}`)), fingerprint: (request) => sign(describe(request)) };
}

function checkKey(key: string, { account }: Pick<Caller, 'account'>): void {
  if (!KEY.test(key))
    throw new ConversionError('INVALID_REQUEST', 'The Idempotency-Key is no text of up to 255 visible characters.');
  if (account === undefined && key.length < SHORTEST_SHARED)
    throw new ConversionError(
      'INVALID_REQUEST',
      `Without an API key, an Idempotency-Key has at least ${SHORTEST_SHARED} characters, and is random.`,
    );
}

function describe({ filename, sourceSize, targetFormat, quality, options, secrets }: FingerprintedRequest): string {
  const inOrder = Object.entries({ ...options, ...secrets }).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([filename, sourceSize ?? null, targetFormat, quality, inOrder]);
}

/** A digest in the shape of an identifier: version 8 is for values of one's own making (RFC 9562). */
function toUuid(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
