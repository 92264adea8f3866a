import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { NotBegun } from '../../conversion/errors.ts';
import type { LongVideoJob } from '../long-videos.ts';
import { isNotBegun } from '../not-begun.ts';

let lambda: LambdaClient | undefined;

/**
 * Starts the durable execution of a long video, which goes on by itself. It bears the name of the conversion, so that one
 * that is started twice is there once.
 * https://docs.aws.amazon.com/lambda/latest/dg/durable-execution-idempotency.html
 * @param name the ARN of a version of the function
 * @throws NotBegun
 */
export async function startLongVideo(name: string, job: LongVideoJob): Promise<void> {
  lambda ??= new LambdaClient();
  const command = new InvokeCommand({
    FunctionName: name,
    InvocationType: 'Event',
    DurableExecutionName: job.conversion_id,
    Payload: Buffer.from(JSON.stringify(job)),
  });
  try {
    await lambda.send(command);
  } catch (error) {
    throw isNotBegun(error) ? new NotBegun(error) : error;
  }
}
