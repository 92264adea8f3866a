import type { IncomingMessage } from 'node:http';
import { readForm, type StreamedPart } from '../functions/http/form-stream.ts';
import { readBoundary } from '../functions/http/multipart.ts';
import type { FormFields, SizeRange } from './post-policy.ts';
import { Refusal } from './refusal.ts';

/** S3's limit for all fields together, in bytes. */
const LONGEST_FIELDS = 20_000;

/** Stores a file under a key. */
export type StoreFile = (key: string, content: AsyncIterable<Uint8Array>) => Promise<unknown>;

/**
 * Accepts a form upload as S3 does: the signed fields come first, the file is the last part.
 * @param check checks the fields before the file, and returns the allowed size of the file
 * @returns the key under which the file is stored
 * @throws Refusal, or ConversionError INVALID_REQUEST for a malformed form
 */
export async function postObject(
  request: IncomingMessage,
  check: (fields: FormFields) => SizeRange,
  store: StoreFile,
): Promise<string> {
  const fields = new Map<string, string>();
  let stored: string | undefined;
  await readForm(request, readBoundary(request.headers['content-type']), async (part) => {
    if (stored !== undefined) return;
    if (part.name !== 'file') return addField(part, fields);
    const range = check(fields);
    const key = fields.get('key');
    if (!key) throw new Refusal(400, 'InvalidArgument', "Bucket POST must contain a field named 'key'.");
    await store(key, within(range, part.content));
    stored = key;
  });
  if (stored === undefined) throw new Refusal(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  return stored;
}

/** @throws Refusal when all fields together are too long, or two have the same name */
async function addField({ name, content }: StreamedPart, fields: Map<string, string>): Promise<void> {
  if (fields.has(name)) throw new Refusal(400, 'InvalidArgument', 'A form has each field once.');
  const chunks: Uint8Array[] = [];
  let left = LONGEST_FIELDS - [...fields.values()].reduce((sum, { length }) => sum + length, 0);
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) throw new Refusal(400, 'MaxPostPreDataLengthExceeded', 'The fields before the file are too large.');
    chunks.push(chunk);
  }
  fields.set(name, Buffer.concat(chunks).toString());
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
