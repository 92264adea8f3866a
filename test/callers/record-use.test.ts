import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { dayOf } from '../../functions/callers/days.ts';
import { monthOf } from '../../functions/callers/months.ts';
import { recordUse, type UseStores } from '../../functions/callers/record-use.ts';
import { CountedSlots } from '../../functions/callers/slots.ts';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { transitionOf } from '../../functions/events/transition.ts';
import { DynamoLedger } from '../../functions/storage/callers/dynamo-ledger.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const killed = () => Promise.reject(new Error('killed'));

/** The stores of one who is killed at a moment. */
const DEATHS: readonly (readonly [string, (stores: UseStores) => UseStores])[] = [
  ['before it enters the conversion', ({ slots }) => ({ slots, ledger: { record: killed } })],
  ['before it frees the place', ({ ledger }) => ({ ledger, slots: { release: killed } })],
  [
    'when it has done both',
    ({ ledger, slots }) => ({ ledger, slots: { release: (ended) => slots.release(ended).then(killed) } }),
  ],
];

it.each(DEATHS)(
  'a conversion is in the ledger and counted once, though answers are lost and one is killed %s',
  async (name, dying) => {
    const client = new DynamoDBClient({ maxAttempts: 10 });
    let writes = 0;
    const lost = loseAnswers(client, Number.POSITIVE_INFINITY, () => writes++ % 2 === 0);
    const limits = new DynamoLimits(client, readEnvironment(ENVIRONMENT.callersTable));
    const ledger = new DynamoLedger(client, readEnvironment(ENVIRONMENT.ledgerTable));
    const slots = new CountedSlots(limits);
    const stores = { ledger, slots };
    const account = `account-${DEATHS.findIndex(([each]) => each === name)}`;
    const caller = { name: account, account, plan: { atOnce: 1 } };
    const id = newConversionId();
    expect(await slots.take(caller, id)).toBe(true);
    expect(await slots.take(caller, id)).toBe(false);
    const conversion = exampleConversion({ id, account, caller: account, planName: 'pro' });
    const transition = transitionOf(undefined, { conversion, stored: true }, Date.now());
    if (!transition) throw new Error('nothing happened');
    await expect(recordUse(transition, dying(stores))).rejects.toThrow('killed');
    await Promise.all([1, 2, 3].map(() => recordUse(transition, stores)));
    await slots.release(conversion);
    const entries = [];
    for await (const entry of ledger.of(dayOf(Date.now()))) if (entry.account === account) entries.push(entry);
    const use = { engineSeconds: 0.25, bytesIn: 4321, bytesOut: 1234 };
    expect(entries).toEqual([expect.objectContaining({ id: conversion.id, plan: 'pro', ...use })]);
    expect(await limits.use(account, monthOf(Date.now()))).toEqual({ conversions: 1, ...use });
    expect(await slots.take(caller, exampleConversion().id)).toBe(true);
    expect(lost()).toBeGreaterThan(3);
  },
);
