import { accountOf } from '../../callers/admit.ts';
import { deleteConversion } from '../../conversion/delete-conversion.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { success } from '../../http/reply.ts';
import { gate } from '../../services/callers.ts';
import { storage } from '../../services/storage.ts';

/** DELETE /api/v1/conversions/{conversion_id} */
export const handler = keyedEndpoint('convert', gate, async ({ pathParameters }, caller) => {
  const id = pathParameters?.conversion_id ?? '';
  await deleteConversion(id, accountOf(caller), storage());
  return success('The conversion and its files are deleted', { conversion_id: id });
});
