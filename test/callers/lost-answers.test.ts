import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { monthOf } from '../../functions/callers/months.ts';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

/** A store whose first answers to writes are lost, so that the SDK repeats them by itself. */
function forgetful(answers: number) {
  const client = new DynamoDBClient();
  const lost = loseAnswers(client, answers);
  return { limits: new DynamoLimits(client, readEnvironment(ENVIRONMENT.callersTable)), lost };
}

describe('a place whose answer is lost', () => {
  it.each([1, 2, 3])('is taken by its conversion after %d lost responses, and counted once', async (answers) => {
    const { limits, lost } = forgetful(answers);
    const [caller, id] = [`forgotten-${answers}`, newConversionId()];
    const { outcome } = await limits.take(caller, id, Date.now() + 60_000, { atOnce: 1 });
    expect([outcome, lost()]).toEqual(['taken', answers]);
    expect((await limits.take(caller, id, Date.now() + 60_000, { atOnce: 1 })).outcome).toBe('held');
    expect((await limits.use(caller, monthOf(Date.now()))).conversions).toBe(1);
  });

  it('is free once, though the answer to that is lost', async () => {
    const [caller, id] = ['freed', newConversionId()];
    await forgetful(0).limits.take(caller, id, Date.now() + 60_000, {});
    await forgetful(2).limits.release(caller, id, { engineSeconds: 2 });
    expect(await forgetful(0).limits.use(caller, monthOf(Date.now()))).toMatchObject({
      conversions: 1,
      engineSeconds: 2,
    });
  });
});
