import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Service } from './read-calls.ts';
import type { Recorder } from './recorder.ts';
import { type AwsRequest, receive } from './request.ts';

export type Answer = (request: AwsRequest, response: ServerResponse) => Promise<void> | void;

/** What a function finds at the address of a service: its calls are noted, and answered if they are allowed. */
export function openDoor(
  recorder: Recorder,
  from: DeployedFunction,
  service: Service,
  answer: Answer,
): RequestListener {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await receive(request);
    const refusal = await recorder.note(from, service, received);
    if (refusal === undefined) await answer(received, response);
    else refuse(response, service, refusal);
  };
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`${from.path} called ${service} ${request.method} ${request.url}: ${error}\n`);
      response.destroy();
    });
  };
}

export function passTo(address: string): Answer {
  return ({ method, url, headers, body }, response) =>
    new Promise((resolve, reject) => {
      const onward = httpRequest(`${address}${url.pathname}${url.search}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('end', resolve).on('error', reject).pipe(response);
      });
      onward.on('error', reject).end(body);
    });
}

function refuse(response: ServerResponse, service: Service, why: string): void {
  const [type, body] =
    service === 's3'
      ? ['application/xml', `<Error><Code>AccessDenied</Code><Message>${why}</Message></Error>`]
      : ['application/x-amz-json-1.0', JSON.stringify({ __type: 'AccessDeniedException', message: why })];
  response.writeHead(403, { 'Content-Type': type, 'x-amzn-ErrorType': 'AccessDeniedException' }).end(body);
}
