import { failureOf, isConversionId, statusOf } from '../../conversion/conversion.ts';
import { ConversionError } from '../../conversion/errors.ts';
import { endpoint, requestIdOf } from '../../http/endpoint.ts';
import { failure, success } from '../../http/reply.ts';
import { conversionStatus } from '../../http/representation.ts';
import { services } from '../../services.ts';

/** GET /api/v1/status/{conversion_id} */
export const handler = endpoint(async (event) => {
  const id = event.pathParameters?.conversion_id ?? '';
  const conversion = isConversionId(id) ? await services().conversions.find(id) : undefined;
  if (!conversion) {
    const error = new ConversionError('NOT_FOUND', 'There is no conversion with this identifier.');
    return failure(error, { requestId: requestIdOf(event), data: { conversion_id: id, status: 'not_found' } });
  }
  if (statusOf(conversion) === 'failed') {
    const { code, message } = failureOf(conversion);
    throw new ConversionError(code, message);
  }
  return success('Conversion status', conversionStatus(conversion));
});
