import { connect, createServer } from 'node:net';

const [, , path, host, port] = process.argv;

/** Passes on what comes to a socket in the file system to an address of the network in which this runs, and back. */
const server = createServer((outside) => {
  const inside = connect(Number(port), host);
  outside.pipe(inside).pipe(outside);
  outside.on('error', () => inside.destroy());
  inside.on('error', () => outside.destroy());
});
server.listen(path, () => process.send?.('listening'));
