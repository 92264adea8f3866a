import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoRoom } from '../../functions/storage/dynamo-room.ts';
import { useStandIns } from '../support/stand-ins.ts';

const HOUR = 3_600_000;

useStandIns();
const open = () => new DynamoRoom(new DynamoDBClient(), readEnvironment(ENVIRONMENT.conversionsTable));

afterEach(() => {
  vi.useRealTimers();
});

describe('a room', () => {
  const until = () => Date.now() + HOUR;

  it('extends a hold, and frees it once', async () => {
    const room = open();
    const [one, other] = [newConversionId(), newConversionId()];
    for (let time = 0; time < 3; time += 1) expect(await room.take('small', one, until(), 1)).toBe(true);
    expect(await room.take('small', other, until(), 1)).toBe(false);
    await room.free('small', one);
    expect(await room.take('small', other, until(), 1)).toBe(true);
    // Said late, and once more.
    await room.free('small', one);
    expect(await room.take('small', one, until(), 1)).toBe(false);
    await room.free('none', one);
  });

  it('frees places whose hold has expired', async () => {
    const room = open();
    for (let place = 0; place < 2; place += 1) await room.take('dead', newConversionId(), until(), 2);
    expect(await room.take('dead', newConversionId(), until(), 2)).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 1 });
    for (let place = 0; place < 2; place += 1)
      expect(await room.take('dead', newConversionId(), until(), 2)).toBe(true);
    expect(await room.take('dead', newConversionId(), until(), 2)).toBe(false);
  });
});
