import { finished } from 'node:stream/promises';
import { type Handler, installResponseStreaming, loadHandler } from './handler.mts';
import { ResponseStream } from './response-stream.mts';
import { type Invocation, nextInvocation, reportError, respond } from './runtime-api.mts';

/** What Lambda's own runtime exits with after an error that nobody caught. */
const UNCAUGHT = 129;

/** The call that is being answered. */
let current: string | undefined;

/** Answers one call after the other, as Lambda's Node.js runtime does. */
async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const invocation = await nextInvocation();
    current = invocation.id;
    if ('streaming' in handler) await answerByStream(handler.streaming, invocation);
    else await answer(handler.buffered, invocation);
    current = undefined;
  }
}

async function answer(handler: (event: unknown, context: object) => unknown, invocation: Invocation): Promise<void> {
  try {
    await respond(invocation.id, await handler(invocation.event, contextOf(invocation)));
  } catch (error) {
    await reportError(error, invocation.id);
  }
}

async function answerByStream(
  handler: (event: unknown, stream: ResponseStream, context: object) => unknown,
  invocation: Invocation,
): Promise<void> {
  const stream = new ResponseStream(invocation.id);
  const sent = finished(stream, { readable: false }).catch((error: unknown) => error);
  try {
    await handler(invocation.event, stream, contextOf(invocation));
    if (!stream.writableEnded) stream.end();
    await sent;
  } catch (error) {
    if (stream.begun) stream.fail(error);
    else await reportError(error, invocation.id);
  }
}

function contextOf({ id, functionArn, deadline }: Invocation): object {
  return {
    awsRequestId: id,
    invokedFunctionArn: functionArn,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

function endOf(error: unknown): void {
  reportError(error, current).finally(() => process.exit(UNCAUGHT));
}

process.on('uncaughtException', endOf).on('unhandledRejection', endOf);
installResponseStreaming();
try {
  await serve(await loadHandler());
} catch (error) {
  await reportError(error);
  process.exit(1);
}
