import { errorOf, failureOf, statusOf } from '../../conversion/conversion.ts';
import { ConversionError } from '../../conversion/errors.ts';
import { lookUp } from '../../conversion/look-up.ts';
import { endpoint, requestIdOf } from '../../http/endpoint.ts';
import { failure, success } from '../../http/reply.ts';
import { conversionStatus, uploadStatus } from '../../http/representation.ts';
import { records } from '../../services/records.ts';

/** GET /api/v1/status/{conversion_id} */
export const handler = endpoint(async (event) => {
  const id = event.pathParameters?.conversion_id ?? '';
  const { conversion, upload } = await lookUp(id, records());
  const requestId = requestIdOf(event);
  // What failed earlier is reported, and does not fail again in the log.
  if (conversion && statusOf(conversion) === 'failed') return failure(errorOf(failureOf(conversion)), { requestId });
  if (conversion) return success('Conversion status', conversionStatus(conversion));
  if (upload?.failure) return failure(errorOf(upload.failure), { requestId });
  if (upload) return success('The file has not been uploaded yet', uploadStatus(upload));
  const error = new ConversionError('NOT_FOUND', 'There is no conversion with this identifier.');
  return failure(error, { requestId, data: { conversion_id: id, status: 'not_found' } });
});
