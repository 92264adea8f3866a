import type { AwsRequest } from './call.ts';
import { formFields } from './form.ts';

/** Who signed a request, and how. */
export interface Signature {
  readonly accessKey: string;
  /** Whether the signature is in a link or a form, which somebody else may have been given. */
  readonly given: boolean;
}

/** The signature of a request (AWS Signature Version 4): in its head, in its link, or in its form. */
export async function signatureOf(request: AwsRequest): Promise<Signature | undefined> {
  const { headers, url } = request;
  const [, inHead] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  if (inHead) return { accessKey: inHead, given: false };
  const inLink = url.searchParams.get('X-Amz-Credential');
  const credential = inLink ?? (await formFields(request))?.['x-amz-credential'];
  return credential ? { accessKey: credential.split('/')[0] ?? '', given: true } : undefined;
}
