import { afterEach, describe, expect, it, vi } from 'vitest';
import { daysBefore } from '../../functions/callers/days.ts';
import { entryOf } from '../../functions/callers/ledger.ts';
import { monthBefore } from '../../functions/callers/months.ts';
import { LINK_LIFETIME } from '../../functions/conversion/conversion.ts';
import { exampleConversion } from '../support/example-conversion.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('an entry of the ledger', () => {
  const createdAt = Date.UTC(2026, 10, 21, 23, 59, 50);
  const endedAt = createdAt + 9000;
  const conversion = exampleConversion({
    account: 'acme',
    planName: 'pro',
    originalFilename: 'a secret.pdf',
    resultFormat: 'zip',
    options: { pages: '1' },
    createdAt,
    expiresAt: endedAt + LINK_LIFETIME,
  });

  it('has formats, sizes and times, and no names', () => {
    expect(entryOf(conversion, endedAt + 200)).toEqual({
      id: conversion.id,
      account: 'acme',
      plan: 'pro',
      day: '2026-11-21',
      createdAt,
      endedAt,
      originalFormat: 'jpg',
      targetFormat: 'webp',
      resultFormat: 'zip',
      engine: 'sharp',
      engineSeconds: 0.25,
      bytesIn: 4321,
      bytesOut: 1234,
    });
  });

  it('is of the day on which it is entered', () => {
    expect(entryOf(conversion, endedAt + 2000).day).toBe('2026-11-22');
  });

  it('of a caller without a key has no address', () => {
    const nobodys = entryOf(exampleConversion({ caller: 'anonymous-0123456789abcdef' }), Date.now());
    expect(nobodys).not.toHaveProperty('account');
    expect(JSON.stringify(nobodys)).not.toContain('anonymous');
  });
});

describe('days and months', () => {
  it('are counted back over the ends of months and years, and leap days', () => {
    expect(daysBefore(Date.UTC(2028, 2, 1, 0, 45), 2)).toEqual(['2028-02-28', '2028-02-29']);
    expect(daysBefore(Date.UTC(2027, 0, 1), 1)).toEqual(['2026-12-31']);
    expect(monthBefore(Date.UTC(2026, 11, 31), 1)).toBe('2026-11');
    expect(monthBefore(Date.UTC(2026, 0, 31), 13)).toBe('2024-12');
  });
});
