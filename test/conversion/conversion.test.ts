import { describe, expect, it } from 'vitest';
import {
  failureOf,
  isConversionId,
  LINK_LIFETIME,
  newConversionId,
  statusOf,
} from '../../functions/conversion/conversion.ts';
import { exampleConversion } from '../support/example-conversion.ts';

describe('statusOf', () => {
  const ready = exampleConversion({ state: 'ready' });

  it('is ready until the very moment the link expires', () => {
    expect(statusOf(ready, ready.expiresAt - 1)).toBe('ready');
    expect(statusOf(ready, ready.expiresAt)).toBe('expired');
  });

  it('is expired once downloaded', () => {
    expect(statusOf(exampleConversion({ state: 'spent' }))).toBe('expired');
  });

  it('is failed when a job has passed its deadline, without a write', () => {
    const job = exampleConversion({ state: 'processing' });
    expect(statusOf(job, job.deadline - 1)).toBe('processing');
    expect(statusOf(job, job.deadline)).toBe('failed');
    expect(failureOf(job).code).toBe('ENGINE_TIMED_OUT');
  });

  it('has the failure that was recorded', () => {
    const failure = { code: 'UNREADABLE_FILE', message: 'It is broken.' } as const;
    expect(failureOf(exampleConversion({ state: 'failed', failure }))).toEqual(failure);
  });
});

it('gives links 30 minutes', () => expect(LINK_LIFETIME).toBe(1_800_000));

it('makes identifiers it recognises, each once', () => {
  const ids = Array.from({ length: 1000 }, newConversionId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every(isConversionId)).toBe(true);
});

it.each(['', 'x', '../etc/passwd', '{conversion_id}', `${newConversionId()}\n`, newConversionId().toUpperCase()])(
  'takes %j for no identifier',
  (text) => expect(isConversionId(text)).toBe(false),
);
