import { expect, it } from 'vitest';
import { causeInLog, conversionInLog } from '../functions/logger.ts';

it('what is behind a failure is told with all its causes, in bounds', () => {
  expect(causeInLog(new AggregateError([new Error('b'), 'c'], 'a'))).toMatch(/a.*caused by Error: b.*caused by c$/s);
  const endless = new Error('x'.repeat(1_000_000));
  endless.cause = endless;
  for (const cause of [endless, { z: 'z'.repeat(1_000_000), all: Array.from({ length: 1e5 }) }])
    expect(causeInLog(cause).length).toBeLessThanOrEqual(2000);
});

it('tells conversions apart, and not which they are', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  expect(conversionInLog(id)).toMatch(/^[0-9a-f]{12}$/);
  expect(conversionInLog(id)).toBe(conversionInLog(id));
  expect(conversionInLog(id)).not.toBe(conversionInLog(id.replace('8', '9')));
});
