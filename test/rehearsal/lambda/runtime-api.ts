import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Answer, type FunctionError, FunctionFailure, type Invocation } from './invocation.ts';

interface Waiting {
  readonly invocation: Invocation;
  readonly answer: PromiseWithResolvers<Answer>;
}

const VERSION = '/2018-06-01/runtime';

/** The runtime API of one environment: gives it the calls of its function, one at a time, and takes the answers. */
export class RuntimeApi {
  private readonly functionArn: string;
  /** Settled when the function is loaded and waits for calls, or could not be loaded. */
  readonly ready = Promise.withResolvers<void>();
  private idle = Promise.withResolvers<ServerResponse>();
  private current: Waiting | undefined;

  constructor(functionArn: string) {
    this.functionArn = functionArn;
    this.ready.promise.catch(() => undefined);
    this.idle.promise.catch(() => undefined);
  }

  /** Has the function answer a call, as soon as it waits for one. */
  async invoke(invocation: Invocation): Promise<Answer> {
    const response = await this.idle.promise;
    this.idle = Promise.withResolvers();
    this.idle.promise.catch(() => undefined);
    this.current = { invocation, answer: Promise.withResolvers() };
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': invocation.id,
      'Lambda-Runtime-Deadline-Ms': `${invocation.deadline}`,
      'Lambda-Runtime-Invoked-Function-Arn': this.functionArn,
    });
    response.end(invocation.event);
    return this.current.answer.promise;
  }

  async whenIdle(): Promise<void> {
    await this.idle.promise;
  }

  /** Tells everybody who waits that the environment has ended. */
  end(error: Error): void {
    for (const waiting of [this.ready, this.idle, this.current?.answer]) waiting?.reject(error);
  }

  readonly listener: RequestListener = (request, response) => {
    this.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  };

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.slice(VERSION.length) ?? '';
    const [, id, end] = /^\/invocation\/([\w-]+)\/(response|error)$/.exec(path) ?? [];
    if (path === '/invocation/next') return this.waitForNext(response);
    if (path === '/init/error') this.ready.reject(new FunctionFailure((await json(request)) as FunctionError));
    else if (id === undefined || id !== this.current?.invocation.id) return void response.writeHead(400).end();
    else if (end === 'response') await this.take(request, this.current);
    else this.current.answer.reject(new FunctionFailure((await json(request)) as FunctionError));
    response.writeHead(202).end('{"status":"OK"}');
  }

  private waitForNext(response: ServerResponse): void {
    this.ready.resolve();
    this.idle.resolve(response);
  }

  /** Gives an answer to who called, and waits until it has come whole. */
  private take(request: IncomingMessage, { answer }: Waiting): Promise<void> {
    const error = () => {
      const encoded = request.trailers['lambda-runtime-function-error-body'];
      return encoded ? (JSON.parse(Buffer.from(encoded, 'base64').toString()) as FunctionError) : undefined;
    };
    answer.resolve({ contentType: request.headers['content-type'] ?? 'application/json', content: request, error });
    return new Promise((resolve, reject) => request.on('end', resolve).on('error', reject));
  }
}
