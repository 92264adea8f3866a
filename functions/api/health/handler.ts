import { endpoint } from '../../http/endpoint.ts';
import { success } from '../../http/reply.ts';
import type { Health } from '../../http/representation-schemas.ts';

/** The version of the interface, major.minor. */
const VERSION = '1.0';

/** GET /api/v1/health */
export const handler = endpoint(() => {
  const timestamp = new Date().toISOString();
  const health: Health = { version: VERSION, timestamp, status: 'operational' };
  return success('The service is operational', health, { timestamp });
});
