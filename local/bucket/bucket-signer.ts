import type { UploadForm } from '../../functions/conversion/stores.ts';
import {
  ALGORITHM,
  type Credentials,
  canonical,
  encode,
  type Parameters,
  scopeOf,
  signatureOf,
  textToSign,
} from '../signature.ts';

/** Where a bucket is served, and with what is signed for it. */
export interface SignedBucket {
  /** Gives its address, as in `http://127.0.0.1:1234`, as whoever gets the link or form knows it. */
  readonly address: () => string;
  readonly bucket: string;
  /** For links. */
  readonly credentials: Credentials;
  /** For forms. @default those for links */
  readonly forms?: Credentials;
}

/** Signs links and forms for a bucket on this machine as AWS does (Signature Version 4): a client sees no difference. */
export class BucketSigner {
  readonly #address: () => string;
  readonly #bucket: string;
  readonly #credentials: Credentials;
  readonly #forms: Credentials;

  constructor({ address, bucket, credentials, forms = credentials }: SignedBucket) {
    this.#address = address;
    this.#bucket = bucket;
    this.#credentials = credentials;
    this.#forms = forms;
  }

  /** A link with which anybody can fetch a file until a moment; it is answered with these headers. */
  link(key: string, until: number, answered: Readonly<Record<string, string>>): string {
    const address = this.#address();
    const { date, credential } = present(this.#credentials);
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
    const text = textToSign(
      this.#credentials,
      date,
      canonical({ method: 'GET', path, query, headers }, 'host', 'UNSIGNED-PAYLOAD'),
    );
    const parameters: Parameters = [...query, ['X-Amz-Signature', signatureOf(this.#credentials, date, text)]];
    return `${address}${path}?${parameters.map((pair) => pair.map(encode).join('=')).join('&')}`;
  }

  /** A form with which anybody can upload a file of so many bytes under a key, until a moment. */
  form(key: string, until: number, { smallest, largest }: { smallest: number; largest: number }): UploadForm {
    const { date, credential } = present(this.#forms);
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
    return { url, fields: { ...fields, Policy, 'X-Amz-Signature': signatureOf(this.#forms, date, Policy) } };
  }
}

function present(credentials: Credentials): { date: string; credential: string } {
  // As in 20260131T235959Z.
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return { date, credential: `${credentials.accessKeyId}/${scopeOf(credentials, date)}` };
}
