import type { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { busDetail } from '../../functions/events/bus-detail.ts';
import { type BusEntry, busListener, type EventBus } from '../../functions/events/event-bus.ts';
import { BUS_ALL_SCHEMA, BUS_COUNTS_SCHEMA } from '../../functions/events/event-schema.ts';
import { type Transition, transitionOf } from '../../functions/events/transition.ts';
import { conversionInLog } from '../../functions/logger.ts';
import { EventBridgeBus } from '../../functions/storage/event-bridge.ts';
import { exampleConversion } from '../support/example-conversion.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const SECRET = 'the password of the file';

function happened(change: Parameters<typeof exampleConversion>[0] = {}): Transition {
  const conversion = exampleConversion({ account: 'acme', originalFilename: 'secret plan.jpg', ...change });
  const transition = transitionOf(undefined, { conversion, stored: conversion.state === 'ready' }, AT);
  if (!transition) throw new Error('nothing happened');
  return transition;
}

const failure = { code: 'UNREADABLE_FILE', message: 'The file "secret plan.jpg" is broken.' } as const;
const ALL = [happened(), happened({ state: 'failed', failure }), happened({ state: 'spent' }), refused()];

function refused(): Transition {
  const { id } = exampleConversion();
  const settings = { targetFormat: 'png', quality: 'low', options: {}, secrets: { password: SECRET } } as const;
  const times = { expiresAt: AT, awaitedUntil: AT };
  const upload = { ...settings, ...times, id, filename: 'secret plan.jpg', caller: 'acme', account: 'acme', failure };
  const transition = transitionOf(undefined, { upload, stored: false }, AT);
  if (!transition) throw new Error('nothing happened');
  return transition;
}

/** A bus that notes what it is given, and refuses entries with a word. */
function notingBus(refused?: string) {
  const calls: (readonly BusEntry[])[] = [];
  const put: EventBus['put'] = async (entries) => {
    calls.push(entries);
    return entries.map(({ detail }) => refused === undefined || !detail.includes(refused));
  };
  return { calls, put };
}

describe('the bus', () => {
  it('is given what comes at once in tens, each entry once', async () => {
    const bus = notingBus();
    const tell = busListener(bus, (transition) => ({ event_id: transition.id }));
    const transitions = Array.from({ length: 25 }, () => happened());
    await Promise.all(transitions.map(tell));
    expect(bus.calls.map((entries) => entries.length)).toEqual([10, 10, 5]);
    expect(bus.calls.flat()).toEqual(
      transitions.map(({ id }) => ({ type: 'conversion.ready', at: AT, detail: JSON.stringify({ event_id: id }) })),
    );
  });

  it('that refuses some events, or fails, gets only the missing ones again', async () => {
    const bus = notingBus('bad');
    let told = 0;
    const tell = busListener(bus, () => {
      told += 1;
      return { is: told === 2 ? 'bad' : 'good' };
    });
    const outcomes = await Promise.allSettled([happened(), happened(), happened()].map(tell));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(bus.calls.map(({ length }) => length)).toEqual([3, 1, 1]);
    const broken = busListener({ put: () => Promise.reject(new Error('no bus')) }, () => ({}));
    await expect(broken(happened())).rejects.toThrow('no bus');
  });
});

it('EventBridge is given exactly these entries', async () => {
  const sent: PutEventsCommand['input'][] = [];
  const send = async ({ input }: PutEventsCommand) => {
    sent.push(input);
    return { FailedEntryCount: 1, Entries: [{ EventId: '1' }, { ErrorCode: 'ThrottlingException' }] };
  };
  const bus = new EventBridgeBus({ send } as never, 'our-bus');
  const entries = ['conversion.ready', 'conversion.failed'].map((type) => ({ type, at: AT, detail: '{"a":1}' }));
  expect(await bus.put(entries as BusEntry[])).toEqual([true, false]);
  const ours = { EventBusName: 'our-bus', Source: 'file-conversion', Time: new Date(AT), Detail: '{"a":1}' };
  expect(sent).toEqual([{ Entries: entries.map(({ type }) => ({ ...ours, DetailType: type })) }]);
});

describe('an event on the bus', () => {
  const ajv = addFormats.default(new Ajv2020());
  const schemas = { counts: ajv.compile(BUS_COUNTS_SCHEMA), all: ajv.compile(BUS_ALL_SCHEMA) };
  const told = (transition: Transition, details: 'counts' | 'all') =>
    JSON.parse(JSON.stringify(busDetail(transition, details, conversionInLog)));

  it.each(['counts', 'all'] as const)('matches its schema: %s', (details) => {
    const check = schemas[details];
    for (const transition of ALL) {
      check(told(transition, details));
      expect(check.errors).toBeNull();
    }
    expect(check({})).toBe(false);
  });

  it('permits no download by default, and has no text of a client', () => {
    for (const transition of ALL) {
      const text = JSON.stringify(told(transition, 'counts'));
      expect(text).not.toContain(transition.conversion.id);
      expect(text).not.toContain('secret plan');
      expect(text).not.toContain('download');
      expect(JSON.parse(text)).toMatchObject({
        conversion: conversionInLog(transition.conversion.id),
        account: 'acme',
      });
    }
  });

  it('is all where the operator wants it, but for passwords', () => {
    const [ready = happened(), failed = happened()] = ALL;
    expect(told(ready, 'all')).toMatchObject({
      event_id: ready.id,
      conversion_id: ready.conversion.id,
      download_url: `/api/v1/download/${ready.conversion.id}`,
      status: 'ready',
    });
    expect(told(failed, 'all')).toMatchObject({ status: 'failed', error: failure });
    for (const transition of ALL) expect(JSON.stringify(told(transition, 'all'))).not.toContain(SECRET);
  });
});
