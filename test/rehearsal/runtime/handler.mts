import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResponseStream } from './response-stream.mts';

type BufferedHandler = (event: unknown, context: object) => unknown;
type StreamingHandler = (event: unknown, stream: ResponseStream, context: object) => unknown;

/** What a function's bundle exports. */
export type Handler = { readonly buffered: BufferedHandler } | { readonly streaming: StreamingHandler };

const streaming = new WeakSet<object>();

/** Puts the global in place by which a handler says that it streams. */
export function installResponseStreaming(): void {
  const streamifyResponse = (handler: StreamingHandler) => {
    streaming.add(handler);
    return handler;
  };
  const from = (stream: ResponseStream, prelude: object) => stream.begin(prelude);
  Object.assign(globalThis, { awslambda: { streamifyResponse, HttpResponseStream: { from } } });
}

/** Loads the handler that `_HANDLER` names, `file.export`, from /var/task. */
export async function loadHandler(): Promise<Handler> {
  const { LAMBDA_TASK_ROOT = '', _HANDLER = '' } = process.env;
  const [file, name = ''] = _HANDLER.split('.');
  const loaded = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${file}.mjs`)).href)) as Record<string, unknown>;
  const handler = loaded[name];
  if (typeof handler !== 'function') throw new TypeError(`${_HANDLER} is no function`);
  return streaming.has(handler) ? { streaming: handler as StreamingHandler } : { buffered: handler as BufferedHandler };
}
