import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of IPX's interface that is used here. */
interface Ipx {
  createIPX(options: { storage: unknown }): unknown;
  ipxFSStorage(options: { dir: string }): unknown;
  createIPXNodeServer(ipx: unknown): RequestListener;
}

/** IPX behind a plain HTTP server. Arguments: where it is installed, and the folder of the pictures. Prints its port. */
const [installed = '', pictures = ''] = process.argv.slice(2);
const { createIPX, ipxFSStorage, createIPXNodeServer }: Ipx = await import(
  pathToFileURL(join(installed, 'node_modules/ipx/dist/index.mjs')).href
);
const ipx = createIPX({ storage: ipxFSStorage({ dir: pictures }) });
const server = createServer(createIPXNodeServer(ipx)).listen(0, () =>
  console.log((server.address() as AddressInfo).port),
);
