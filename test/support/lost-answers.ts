import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const WRITES = ['PutItemCommand', 'UpdateItemCommand'];

/**
 * Loses the responses to writes from now on: each write is done, or its condition fails, and then the connection breaks, so
 * that the SDK retries.
 * @param chosen whether the response to the next write is lost
 * @returns the count of lost responses
 */
export function loseAnswers(client: DynamoDBClient, most: number, chosen: () => boolean = () => true): () => number {
  let lost = 0;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!WRITES.includes(commandName) || lost >= most || !chosen()) return next(args);
        await next(args).catch(() => undefined);
        lost += 1;
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      },
    // Inside of the retry middleware.
    { step: 'deserialize', priority: 'high', name: 'loseAnswers', override: true },
  );
  return () => lost;
}
