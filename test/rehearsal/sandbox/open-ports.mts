import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Runs in the network of a sandbox before its program does: opens ports there, and hands them to the process that
 * started the sandbox, which is outside of that network and answers in it nevertheless.
 */
for (const port of process.argv.slice(2).map(Number)) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => process.send?.({ port }, server, undefined, resolve));
  server.close();
}
process.disconnect();
