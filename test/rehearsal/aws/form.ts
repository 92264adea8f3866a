import type { AwsRequest } from './call.ts';

/** The fields of a form upload to S3, without its file; undefined where a request is none. */
export async function formFields({ headers, body }: AwsRequest): Promise<Record<string, string> | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}
