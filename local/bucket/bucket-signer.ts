import type { UploadForm } from '../../functions/conversion/stores.ts';
import { type Credentials, canonical, encode, sign, signingKey, textToSign } from '../signature.ts';

/** Where a bucket is served, and with what is signed for it. */
export interface SignedBucket {
  /** Gives its address, as in `http://127.0.0.1:1234`, as whoever gets the link or form knows it. */
  readonly address: () => string;
  readonly bucket: string;
  readonly credentials: Credentials;
}

type Parameters = readonly (readonly [name: string, value: string])[];

const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION = 'us-east-1';

/** Signs links and forms for a bucket on this machine as AWS does (Signature Version 4): a client sees no difference. */
export class BucketSigner {
  readonly #address: () => string;
  readonly #bucket: string;
  readonly #credentials: Credentials;

  constructor({ address, bucket, credentials }: SignedBucket) {
    this.#address = address;
    this.#bucket = bucket;
    this.#credentials = credentials;
  }

  /** A link with which anybody can fetch a file until a moment; it is answered with these headers. */
  link(key: string, until: number, answered: Readonly<Record<string, string>>): string {
    const address = this.#address();
    const { date, scope, credential } = this.#scope();
    const path = `/${this.#bucket}/${key.split('/').map(encode).join('/')}`;
    const query: Parameters = [
      ...Object.entries(answered).map(([name, value]) => [`response-${name.toLowerCase()}`, value] as const),
      ['X-Amz-Algorithm', ALGORITHM],
      ['X-Amz-Credential', credential],
      ['X-Amz-Date', date],
      ['X-Amz-Expires', `${Math.max(1, Math.floor((until - Date.now()) / 1000))}`],
      ['X-Amz-SignedHeaders', 'host'],
    ];
    const headers = { host: new URL(address).host };
    const signed = { signedHeaders: 'host', payload: 'UNSIGNED-PAYLOAD' };
    const text = textToSign({ date }, scope, canonical({ method: 'GET', path, query, headers }, signed));
    const parameters: Parameters = [...query, ['X-Amz-Signature', this.#sign(scope, text)]];
    return `${address}${path}?${parameters.map((pair) => pair.map(encode).join('=')).join('&')}`;
  }

  /** A form with which anybody can upload a file of so many bytes under a key, until a moment. */
  form(key: string, until: number, { smallest, largest }: { smallest: number; largest: number }): UploadForm {
    const { date, scope, credential } = this.#scope();
    const fields = {
      bucket: this.#bucket,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': credential,
      'X-Amz-Date': date,
      key,
    };
    const conditions = [
      ['content-length-range', smallest, largest],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ];
    const policy = JSON.stringify({ expiration: new Date(until).toISOString(), conditions });
    const Policy = Buffer.from(policy).toString('base64');
    const url = `${this.#address()}/${this.#bucket}`;
    return { url, fields: { ...fields, Policy, 'X-Amz-Signature': this.#sign(scope, Policy) } };
  }

  #scope() {
    // As in 20260131T235959Z.
    const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = [date.slice(0, 8), REGION, 's3', 'aws4_request'];
    return { date, scope, credential: [this.#credentials.accessKeyId, ...scope].join('/') };
  }

  #sign(scope: readonly string[], text: string): string {
    return sign(signingKey(this.#credentials.secretAccessKey, scope), text).toString('hex');
  }
}
