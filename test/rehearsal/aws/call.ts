import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request to AWS, whole. */
export interface AwsRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a request asks for, in the words of policies. */
export interface AwsCall {
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
}

/** Receives a request. */
export async function receive(request: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', headers } = request;
  return { method, url: new URL(request.url ?? '/', 'http://aws'), headers, body: Buffer.concat(chunks) };
}
