import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';

/** The minimum for an upload: it is written into a file. Prints its port. */
const folder = mkdtempSync(join(tmpdir(), 'busboy-to-disk-'));
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
let count = 0;

const server = createServer(async (request, response) => {
  count += 1;
  const path = join(folder, `${count}`);
  const busboy = new Busboy({ headers: request.headers as BusboyHeaders });
  const written = new Promise((resolve, reject) => {
    busboy.on('file', (_, file) => pipeline(file, createWriteStream(path)).then(resolve, reject));
  });
  await pipeline(request, busboy);
  await written;
  rmSync(path);
  response.end('{}');
}).listen(0, () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
