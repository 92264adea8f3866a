import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A call of the function, as the runtime API gives it out. */
export interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly functionArn: string;
  /** When the call is ended, in milliseconds since 1970. */
  readonly deadline: number;
}

const RUNTIME = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

/** Waits for the next call. */
export async function nextInvocation(): Promise<Invocation> {
  const answer = await answerTo(request(`${RUNTIME}/invocation/next`).end());
  const { headers } = answer;
  return {
    id: String(headers['lambda-runtime-aws-request-id']),
    event: JSON.parse(await textOf(answer)) as unknown,
    functionArn: String(headers['lambda-runtime-invoked-function-arn']),
    deadline: Number(headers['lambda-runtime-deadline-ms']),
  };
}

/** Answers a call with a value. */
export async function respond(id: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value ?? null);
  await textOf(await answerTo(request(`${RUNTIME}/invocation/${id}/response`, { method: 'POST' }).end(body)));
}

/** Begins an answer that is sent as it is written. */
export function beginResponse(id: string, contentType: string): ClientRequest {
  const headers = {
    'Content-Type': contentType,
    'Lambda-Runtime-Function-Response-Mode': 'streaming',
    'Transfer-Encoding': 'chunked',
    Trailer: 'Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body',
  };
  return request(`${RUNTIME}/invocation/${id}/response`, { method: 'POST', headers });
}

/** Waits until an answer that was sent is taken. */
export async function endOfResponse(sent: ClientRequest): Promise<void> {
  await textOf(await answerTo(sent));
}

/** Tells that a call failed, or without a call, that the function could not be loaded. */
export async function reportError(error: unknown, id?: string): Promise<void> {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {};
  const body = JSON.stringify({ errorType: name, errorMessage: message, trace: stack.split('\n') });
  const path = id === undefined ? 'init/error' : `invocation/${id}/error`;
  const headers = { 'Lambda-Runtime-Function-Error-Type': name };
  await textOf(await answerTo(request(`${RUNTIME}/${path}`, { method: 'POST', headers }).end(body)));
}

async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}
