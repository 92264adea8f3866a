import { ConversionError } from '../../conversion/errors.ts';
import { endpoint } from '../../http/endpoint.ts';
import { COMMON_HEADERS } from '../../http/reply.ts';
import { routesFor } from '../../routes.ts';
import { haveKeys } from '../../services/callers.ts';

const PREFLIGHT_HEADERS = {
  ...COMMON_HEADERS,
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '86400',
};

/** Every request that no route takes: CORS preflights are answered, all else is 404. */
export const handler = endpoint((event) => {
  if (event.httpMethod === 'OPTIONS') return { statusCode: 204, headers: PREFLIGHT_HEADERS, body: '' };
  throw new ConversionError('NOT_FOUND', `There is nothing at this address. There is: ${known()}.`);
});

function known(): string {
  return routesFor(haveKeys())
    .map(({ method, path }) => `${method} ${path}`)
    .join(', ');
}
