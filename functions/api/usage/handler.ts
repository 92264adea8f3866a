import { endOfMonth, monthOf } from '../../callers/months.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { success } from '../../http/reply.ts';
import { usageRecord } from '../../http/usage-record.ts';
import { callerStores, gate } from '../../services/callers.ts';

/** GET /api/v1/usage */
export const handler = keyedEndpoint('usage', gate, async (_, caller) => {
  const month = monthOf(Date.now());
  const use = await callerStores().limits.use(caller.name, month);
  return success('What this account has used this month', usageRecord(caller, month, endOfMonth(month), use));
});
