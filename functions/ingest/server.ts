import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LONGEST_IDLE, LONGEST_REQUEST } from '../lanes.ts';
import { logger } from '../logger.ts';
import { ingest } from './ingest.ts';

/** An HTTP server of its own: as a Lambda Web Function, or in a container. */
const port = Number(process.env.RUNTIME_HTTP_PORT ?? process.env.PORT ?? 3000);
const server = createServer({ requestTimeout: LONGEST_REQUEST, keepAliveTimeout: LONGEST_IDLE }, ingest);
server.listen(port, () => logger.info('Ingest listens', { port: (server.address() as AddressInfo).port }));

// A container that is stopped finishes what it has begun.
process.once('SIGTERM', () => {
  server.close(() => process.exit());
  server.closeIdleConnections();
});
