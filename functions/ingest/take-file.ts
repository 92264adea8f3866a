import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../callers/caller.ts';
import { type ConversionCommand, planCommand, readFields } from '../conversion/command.ts';
import { LARGEST_UPLOAD, newConversionId, uploadKey } from '../conversion/conversion.ts';
import { countConversion } from '../conversion/counted-conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import { checkPlannedSize, fileTooLarge } from '../conversion/file-size.ts';
import { type ReceivedFile, receiveFile } from '../conversion/receive-file.ts';
import { convertUploaded, requestOf } from '../conversion/request-conversion.ts';
import { identify } from '../conversion/request-identity.ts';
import type { ConversionStores, FileStore } from '../conversion/stores.ts';
import { convertAnswer, LONGEST_WAIT } from '../http/convert-answer.ts';
import { checkParts, type FieldTexts, readField, toConversionFields } from '../http/convert-parts.ts';
import { readForm, type StreamedPart } from '../http/form-stream.ts';
import { JoinedParts, joinsFiles } from '../http/joined-parts.ts';
import { readBoundary } from '../http/multipart.ts';
import { readPrefer } from '../http/prefer.ts';
import type { Reply } from '../http/reply.ts';
import { LARGEST_BODY } from '../lanes.ts';
import { webhookStore } from '../services/callers.ts';
import { checkRequestedUrl } from '../webhooks/requested-url.ts';

/** What a body may hold beside its file, in bytes. */
const MOST_OVERHEAD = LARGEST_BODY - LARGEST_UPLOAD;

/** A convert request as it comes in. */
interface Intake {
  /** Of the file, and of nothing else: a request that is repeated stores it once more. */
  readonly id: string;
  readonly caller: Caller;
  readonly fields: FieldTexts;
  /** Takes in the content of the file, where the request may be repeated. */
  readonly digest: Hash | undefined;
  file?: ReceivedFile;
  /** Several files, which are one source. */
  joined?: { readonly parts: JoinedParts; readonly received: Promise<ReceivedFile> };
}

/**
 * POST /api/v1/convert, with a file of whatever size up to the largest: it goes into the store while it comes in, and
 * does not stay there unless it becomes a conversion.
 */
export async function takeFile(request: IncomingMessage, caller: Caller, stores: ConversionStores): Promise<Reply> {
  const preference = readPrefer(request.headers.prefer?.toString(), LONGEST_WAIT);
  checkPlannedSize(bodySize(request) - MOST_OVERHEAD, caller);
  const identity = await identify(request.headers['idempotency-key']?.toString(), caller, stores);
  const conversion = await countConversion(caller, identity, stores, async () => {
    const digest = identity.fingerprint && createHash('sha256');
    const intake: Intake = { id: newConversionId(), caller, fields: new Map(), digest };
    const command = await readRequest(request, intake, stores.files);
    const waitUntil = Date.now() + (preference?.wait ?? LONGEST_WAIT);
    const source = { size: intake.file?.size ?? 0, digest: digest?.digest('hex') };
    const wanted = requestOf(command, source, identity, caller);
    return convertUploaded(wanted, uploadKey(intake.id), stores, waitUntil);
  });
  return convertAnswer(conversion, preference);
}

/** Where the client declares it. */
function bodySize({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/** Reads a request to its end and stores its file. Nothing is stored when it throws. */
async function readRequest(request: IncomingMessage, intake: Intake, files: FileStore): Promise<ConversionCommand> {
  const boundary = readBoundary(request.headers['content-type']);
  if (bodySize(request) > LARGEST_BODY) throw fileTooLarge();
  try {
    const parts = await readForm(request, boundary, (part) => takePart(part, intake, files));
    const filename = checkParts(parts, intake.joined !== undefined);
    intake.joined?.parts.end();
    if (intake.joined) intake.file = await intake.joined.received;
    const settings = readFields(toConversionFields(intake.fields));
    await checkRequestedUrl(settings, intake.caller, webhookStore());
    if (!intake.file) throw new Error('The file was not taken');
    checkPlannedSize(intake.file.size, intake.caller);
    if (intake.file.format instanceof ConversionError) throw intake.file.format;
    return planCommand(settings, filename, intake.file.format);
  } catch (error) {
    intake.joined?.parts.abort(error as Error);
    await intake.joined?.received.catch(() => undefined);
    await files.delete(uploadKey(intake.id));
    throw error;
  }
}

/** A second file is passed over here, and refused at the end, unless they are joined. */
async function takePart(part: StreamedPart, intake: Intake, files: FileStore): Promise<void> {
  const { name, filename, content } = part;
  if (name !== 'file') return readField(part, intake.fields);
  if (!filename) return;
  if (!intake.file && joinsFiles(intake.fields, filename)) intake.joined ??= joinInto(intake, files);
  if (intake.joined) await intake.joined.parts.add(filename, content);
  else intake.file ??= await receive(content, filename, intake, files);
}

function joinInto(intake: Intake, files: FileStore) {
  const parts = new JoinedParts();
  const received = receive(parts.content, 'joined.zip', intake, files);
  // The store does not read a file to its end that is too large: the rest is drained, so that `add` ends.
  received
    .catch(() => undefined)
    .then(() => parts.drain())
    .catch(() => undefined);
  return { parts, received };
}

function receive(
  content: AsyncIterable<Uint8Array>,
  filename: string,
  { id, digest }: Intake,
  files: FileStore,
): Promise<ReceivedFile> {
  return receiveFile(id, digest ? digested(content, digest) : content, filename, files);
}

/** Passes bytes on, and has them taken into a digest. */
async function* digested(content: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}
