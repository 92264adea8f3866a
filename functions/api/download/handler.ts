import { resultKey } from '../../conversion/conversion.ts';
import { downloadResult } from '../../conversion/download-result.ts';
import { attachmentHeaders, linkHeaders } from '../../http/attachment.ts';
import { streamingEndpoint } from '../../http/endpoint.ts';
import { redirect } from '../../http/reply.ts';
import { storage } from '../../services/storage.ts';

/** GET /api/v1/download/{conversion_id} */
export const handler = streamingEndpoint(async (event) => {
  const id = event.pathParameters?.conversion_id ?? '';
  const result = await downloadResult(id, storage());
  if (!('body' in result))
    return redirect(await storage().files.link(resultKey(id), result.linkedUntil, linkHeaders(result.conversion)));
  const headers = { ...attachmentHeaders(result.conversion), 'Content-Length': `${result.size}` };
  return { statusCode: 200, headers, body: result.body };
});
