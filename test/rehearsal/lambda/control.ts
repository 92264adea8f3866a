import type { ServerResponse } from 'node:http';
import { INVOCATION } from '../aws/read-calls.ts';
import type { AwsRequest } from '../aws/request.ts';
import { encodeFrame } from './event-stream.ts';
import { type Answer, type FunctionError, FunctionFailure } from './invocation.ts';

export type Invoke = (name: string, event: Buffer) => Promise<Answer>;

/** The largest event of a call, in bytes. */
const LARGEST = 6 * 1024 * 1024;

/** Answers what the SDK sends for `InvokeWithResponseStream`. */
export async function answerInvocation(
  { url, body }: AwsRequest,
  response: ServerResponse,
  invoke: Invoke,
): Promise<void> {
  const [, name = ''] = INVOCATION.exec(decodeURIComponent(url.pathname)) ?? [];
  if (body.length > LARGEST) return refuse(response, 413, 'RequestTooLargeException');
  const answer = await invoke(name, body).catch((error: unknown) => error);
  if (answer instanceof FunctionFailure) return fail(response, answer.details);
  if (answer instanceof Error) throw answer;
  await sendStream(response, answer as Answer);
}

function refuse(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type });
  response.end(JSON.stringify({ Type: 'User', message: type }));
}

function fail(response: ServerResponse, error: FunctionError): void {
  response.writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' });
  response.end(completion(error));
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
