import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopWaiting } from '../conversion/conversion-ends.ts';
import { LONGEST_IDLE, LONGEST_REQUEST } from '../lanes.ts';
import { logger } from '../logger.ts';
import { ingest } from './ingest.ts';
import { listenAddress } from './listen-address.ts';

/** An HTTP server of its own: as a Lambda Web Function, or in a container. */
const server = createServer({ requestTimeout: LONGEST_REQUEST, keepAliveTimeout: LONGEST_IDLE }, ingest);
server.listen(listenAddress(process.env), () =>
  logger.info('Ingest listens', { ...(server.address() as AddressInfo) }),
);

// Lambda sends this a second before it ends a web function: requests that wait for a conversion are answered at once that it is
// being done. A container has two minutes, in which uploads come to their end.
process.once('SIGTERM', () => {
  stopWaiting();
  server.close(() => process.exit());
  server.closeIdleConnections();
});
