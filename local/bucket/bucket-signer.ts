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

/** The address of a bucket, and the credentials that sign for it. */
export interface SignedBucket {
  /** The origin for the current request, as in `http://127.0.0.1:1234`. */
  readonly address: () => string;
  readonly bucket: string;
  /** The credentials that sign links. */
  readonly credentials: Credentials;
  /** The credentials that sign forms. @default those of links */
  readonly forms?: Credentials;
}

/** Signs links and forms for a bucket on this machine as AWS does (Signature Version 4), so that clients see no difference. */
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

  /** A link by which anybody can fetch a file until a time, with these response headers. */
  link(key: string, until: number, responseHeaders: Readonly<Record<string, string>>): string {
    const address = this.#address();
    const { date, credential } = present(this.#credentials);
    const path = `/${this.#bucket}/${key.split('/').map(encode).join('/')}`;
    const query: Parameters = [
      ...Object.entries(responseHeaders).map(([name, value]) => [`response-${name.toLowerCase()}`, value] as const),
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

  /** A form by which anybody can upload a file of a size within these bounds, until a time. */
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
