import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Runs in the network of a sandbox before its program does: opens ports there, and hands them to the process that
 * started the sandbox, which is outside of that network and answers in it nevertheless. The other way, a server in the
 * sandbox is reached through a socket in the file system: an argument `PATH:HOST:PORT` says at which, and which one it is.
 */
for (const argument of process.argv.slice(2)) {
  if (argument.includes(':')) await letIn(argument);
  else await open(Number(argument));
}
process.disconnect();

async function open(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => process.send?.({ port }, server, undefined, resolve));
  server.close();
}

/** Leaves a process behind that lives as long as the sandbox. */
async function letIn(argument: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'let-in.mts'), argument.split(':'), { detached: true, stdio: 'ignore' });
  await once(child, 'message');
  child.disconnect();
  child.unref();
}
