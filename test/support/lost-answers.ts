import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const WRITES = ['PutItemCommand', 'UpdateItemCommand'];

/**
 * Loses the answers to writes from now on: each is done, or refused for its condition, and then the connection breaks,
 * so that the SDK repeats it by itself.
 * @param chosen whether the answer to the next write is one of those
 * @returns how many answers were lost, as of now
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
    // Inside of the step that repeats.
    { step: 'deserialize', priority: 'high', name: 'loseAnswers', override: true },
  );
  return () => lost;
}
