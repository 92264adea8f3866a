import { catalogue } from '../../conversion/catalogue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { success } from '../../http/reply.ts';
import { formatEntry } from '../../http/representation.ts';

/** GET /api/v1/formats */
export const handler = endpoint(() => success('Supported formats', { formats: catalogue().map(formatEntry) }));
