import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AwsRequest } from '../aws/call.ts';
import { INVOCATION } from '../aws/read-calls.ts';
import { encodeFrame } from './event-stream.ts';
import { type Answer, type FunctionError, FunctionFailure } from './invocation.ts';

/** Calls a function by its name. */
export type Invoke = (name: string, event: Buffer, tenant?: string) => Promise<Answer>;

/** The largest event and the largest answer of a call that is answered whole, in bytes. */
const LARGEST = 6 * 1024 * 1024;

/** Answers what the SDK sends for `Invoke` and `InvokeWithResponseStream`. */
export async function answerInvocation(
  { url, headers, body }: AwsRequest,
  response: ServerResponse,
  invoke: Invoke,
): Promise<void> {
  const [, name = '', operation] = INVOCATION.exec(decodeURIComponent(url.pathname)) ?? [];
  if (body.length > LARGEST) return refuse(response, 413, 'RequestTooLargeException');
  const answer = await invoke(nameIn(name), body, headers['x-amz-tenant-id'] as string | undefined).catch(
    (error: unknown) => error,
  );
  if (answer instanceof FunctionFailure) return fail(response, operation, answer.details);
  if (answer instanceof Error) throw answer;
  if (operation === 'invocations') return sendWhole(response, answer as Answer);
  await sendStream(response, answer as Answer);
}

/** An ARN says a name too. */
export function nameIn(text: string): string {
  return text.startsWith('arn:') ? (text.split(':')[6] ?? '') : text;
}

function refuse(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type });
  response.end(JSON.stringify({ Type: 'User', message: type }));
}

function fail(response: ServerResponse, operation: string | undefined, error: FunctionError): void {
  if (operation === 'invocations') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Amz-Function-Error': 'Unhandled' });
    return void response.end(JSON.stringify(error));
  }
  response.writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' });
  response.end(completion(error));
}

async function sendWhole(response: ServerResponse, answer: Answer): Promise<void> {
  const content = await buffer(answer.content);
  if (content.length > LARGEST) throw new Error(`An answer of ${content.length} bytes is too large for Invoke`);
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Amz-Executed-Version': '$LATEST' }).end(content);
}

async function sendStream(response: ServerResponse, answer: Answer): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'application/vnd.amazon.eventstream',
    'X-Amzn-Remapped-Content-Type': answer.contentType,
    'X-Amz-Executed-Version': '$LATEST',
  });
  try {
    for await (const chunk of answer.content as AsyncIterable<Buffer>) {
      response.write(part('PayloadChunk', BYTES, chunk));
    }
    response.end(completion(answer.error()));
  } catch (error) {
    // The environment ended in the middle of the answer.
    response.end(completion({ errorType: 'Runtime.ExitError', errorMessage: String(error) }));
  }
}

const BYTES = 'application/octet-stream';

function completion(error: FunctionError | undefined): Buffer {
  const content = error ? { ErrorCode: error.errorType, ErrorDetails: error.errorMessage } : {};
  return part('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(content)));
}

function part(type: string, contentType: string, payload: Uint8Array): Buffer {
  return encodeFrame({ ':event-type': type, ':content-type': contentType, ':message-type': 'event' }, payload);
}
