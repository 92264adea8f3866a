import { resultKey } from '../../conversion/conversion.ts';
import { downloadResult, peekResult } from '../../conversion/download-result.ts';
import { ENVIRONMENT } from '../../environment.ts';
import { attachmentHeaders, linkHeaders } from '../../http/attachment.ts';
import { streamingEndpoint } from '../../http/endpoint.ts';
import { redirect } from '../../http/reply.ts';
import { storage } from '../../services/storage.ts';

/** GET and HEAD /api/v1/download/{conversion_id}; HEAD does not spend the one download. */
export const handler = streamingEndpoint(async (event) => {
  const id = event.pathParameters?.conversion_id ?? '';
  if (event.httpMethod === 'HEAD') {
    const conversion = await peekResult(id, storage());
    const headers = { ...attachmentHeaders(conversion), 'Content-Length': `${conversion.fileSize}` };
    return { statusCode: 200, headers, body: '' };
  }
  const result = await downloadResult(id, storage(), largestPassedOn());
  if (!('body' in result))
    return redirect(await storage().files.link(resultKey(id), result.linkedUntil, linkHeaders(result.conversion)));
  const headers = { ...attachmentHeaders(result.conversion), 'Content-Length': `${result.size}` };
  return { statusCode: 200, headers, body: result.body };
});

/** The largest result that an operator wants passed on, in bytes, where one has said so. */
function largestPassedOn(): number | undefined {
  const bytes = process.env[ENVIRONMENT.redirectAbove];
  return bytes === undefined ? undefined : Number(bytes);
}
