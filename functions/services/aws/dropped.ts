import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { DynamoRoom } from '../../storage/dynamo-room.ts';
import { SqsQueue } from '../../storage/sqs-queue.ts';
import type { Dropped } from '../dropped.ts';
import { sqsClient } from './clients.ts';

/** The room of a drop folder in DynamoDB, and its queues in SQS. */
export function buildDropped(): Dropped {
  const client = sqsClient();
  return {
    room: new DynamoRoom(new DynamoDBClient(), readEnvironment(ENVIRONMENT.conversionsTable)),
    waiting: new SqsQueue(client, readEnvironment(ENVIRONMENT.arrivalsQueue)),
    underWay: new SqsQueue(client, readEnvironment(ENVIRONMENT.underWayQueue)),
  };
}
