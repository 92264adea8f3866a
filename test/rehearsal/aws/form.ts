import type { AwsRequest } from './call.ts';

/** The fields of a form upload to S3, without its file, which is the last of them; undefined where a request is none. */
export async function formFields({ headers, body }: AwsRequest): Promise<Record<string, string> | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const file = body.indexOf('\r\n\r\n', body.indexOf('; filename=')) + 4;
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const beginning = Buffer.concat([body.subarray(0, file), Buffer.from('\r\n'), boundary, Buffer.from('--\r\n')]);
  const form = await new Response(beginning, { headers: { 'content-type': type } }).formData();
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}
