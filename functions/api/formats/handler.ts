import { endpoint } from '../../http/endpoint.ts';
import { success } from '../../http/reply.ts';
import { formatList } from '../../http/representation.ts';

/** GET /api/v1/formats */
export const handler = endpoint(() => success('Supported formats', formatList()));
