import type { ServerResponse } from 'node:http';

const STREAMING = Symbol('streaming handler');

/** A handler that writes its response to a stream. */
export type StreamingHandler = (event: unknown, stream: ServerResponse, context: object) => Promise<void>;

/**
 * Defines the global `awslambda` that Lambda's Node.js runtime offers to handlers with response streaming. Has to run
 * before such a handler's module is imported.
 */
export function installResponseStreaming(): void {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: StreamingHandler) => Object.assign(handler, { [STREAMING]: true }),
      HttpResponseStream: {
        from(stream: ServerResponse, { statusCode, headers }: { statusCode: number; headers: Record<string, string> }) {
          return stream.writeHead(statusCode, headers);
        },
      },
    },
  });
}

/** Whether a handler was made by `awslambda.streamifyResponse`. */
export function isStreaming(handler: object): handler is StreamingHandler {
  return STREAMING in handler;
}
