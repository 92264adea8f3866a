import { connect, createServer } from 'node:net';

const [, , path, port] = process.argv;

/** Passes on what comes to a socket in the file system to a port of the network in which this runs, and back. */
const server = createServer((outside) => {
  const inside = connect(Number(port), '127.0.0.1');
  outside.pipe(inside).pipe(outside);
  outside.on('error', () => inside.destroy());
  inside.on('error', () => outside.destroy());
});
server.listen(path, () => process.send?.('listening'));
