import { downloadResult } from '../../conversion/download-result.ts';
import { attachmentHeaders } from '../../http/attachment.ts';
import { streamingEndpoint } from '../../http/endpoint.ts';
import { services } from '../../services.ts';

/** GET /api/v1/download/{conversion_id} */
export const handler = streamingEndpoint(async (event) => {
  const id = event.pathParameters?.conversion_id ?? '';
  const { conversion, size, body } = await downloadResult(id, services());
  return { statusCode: 200, headers: attachmentHeaders(conversion, size), body };
});
