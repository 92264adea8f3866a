import { isMonth, MONTHS_REMEMBERED, monthBefore, monthOf } from '../../callers/months.ts';
import { ConversionError } from '../../conversion/errors.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { success } from '../../http/reply.ts';
import { usageRecord } from '../../http/usage-record.ts';
import { callerStores, gate } from '../../services/callers.ts';

/** GET /api/v1/usage */
export const handler = keyedEndpoint('usage', gate, async (event, caller) => {
  const now = Date.now();
  const month = readPeriod(event.queryStringParameters?.period, now);
  const use = await callerStores().limits.use(caller.name, month);
  return success('What this account has used', usageRecord(caller, month, now, use));
});

/** The month that is asked for. @throws ConversionError when it is none of which anything is known */
function readPeriod(text: string | undefined, now: number): string {
  if (text === undefined) return monthOf(now);
  const [earliest, latest] = [monthBefore(now, MONTHS_REMEMBERED), monthOf(now)];
  if (isMonth(text) && text >= earliest && text <= latest) return text;
  throw new ConversionError(
    'INVALID_REQUEST',
    `"period" must be a month from ${earliest} to ${latest}, as in ${latest}.`,
  );
}
