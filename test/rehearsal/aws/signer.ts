import type { AwsRequest } from './call.ts';
import { formFields } from './form.ts';

const NAME = 'X-Amz-Security-Token';

/**
 * The session token with which a request was signed, in its head, its link or its form: it tells whose credentials these
 * are. Whether the signature is right, the stand-ins check.
 */
export async function sessionTokenOf(request: AwsRequest): Promise<string | undefined> {
  const { headers, url } = request;
  const inHead = headers[NAME.toLowerCase()];
  if (inHead !== undefined) return `${inHead}`;
  return url.searchParams.get(NAME) ?? (await formFields(request))?.[NAME.toLowerCase()];
}
