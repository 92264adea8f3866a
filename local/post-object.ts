import type { IncomingMessage } from 'node:http';
import { readForm, type StreamedPart } from '../functions/http/form-stream.ts';
import { readBoundary } from '../functions/http/multipart.ts';
import type { Bucket } from './bucket/bucket.ts';
import { checkPolicy, type SizeRange } from './post-policy.ts';
import { Refusal } from './refusal.ts';

/** S3 takes no more of all fields together, in bytes. */
const LONGEST_FIELDS = 20_000;

/**
 * Takes a form upload straight to the bucket, as S3 does: the signed fields come first, the file is the last part.
 * @returns the key under which the file is stored
 * @throws Refusal, or what else is wrong with the form
 */
export async function postObject(request: IncomingMessage, bucket: Bucket, secret: string): Promise<string> {
  const fields: Record<string, string> = {};
  let stored: string | undefined;
  await readForm(request, readBoundary(request.headers['content-type']), async (part) => {
    if (part.name !== 'file') fields[part.name] = await readField(part, fields);
    else if (stored === undefined) stored = await storeFile(part, fields, bucket, secret);
  });
  if (stored === undefined) throw new Refusal(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  return stored;
}

/** @throws Refusal when all fields together are longer than S3 takes */
async function readField({ content }: StreamedPart, fields: Record<string, string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let left = LONGEST_FIELDS - Object.values(fields).reduce((sum, { length }) => sum + length, 0);
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) throw new Refusal(400, 'MaxPostPreDataLengthExceeded', 'The fields before the file are too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function storeFile({ content }: StreamedPart, fields: Record<string, string>, bucket: Bucket, secret: string) {
  const range = checkPolicy(fields, secret);
  const { key } = fields;
  if (!key) throw new Refusal(400, 'InvalidArgument', "Bucket POST must contain a field named 'key'.");
  await bucket.put(key, within(range, content), 'application/octet-stream');
  return key;
}

async function* within({ smallest, largest }: SizeRange, content: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > largest)
      throw new Refusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    yield chunk;
  }
  if (size < smallest)
    throw new Refusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
}
