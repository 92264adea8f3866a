import { accountOf } from '../../callers/admit.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { readListPage, writeCursor } from '../../http/list-page.ts';
import { success } from '../../http/reply.ts';
import { listedConversion } from '../../http/representation.ts';
import type { ConversionListRecord } from '../../http/representation-schemas.ts';
import { gate } from '../../services/callers.ts';
import { records } from '../../services/records.ts';

/** GET /api/v1/conversions */
export const handler = keyedEndpoint('convert', gate, async ({ queryStringParameters }, caller) => {
  const account = accountOf(caller);
  const { conversions, next } = await records().conversions.list(account, readListPage(queryStringParameters ?? {}));
  const list: ConversionListRecord = {
    conversions: conversions.map(listedConversion),
    next_cursor: next ? writeCursor(next) : null,
  };
  return success('Conversions of this account', list);
});
