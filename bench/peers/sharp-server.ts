import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { bareSharp } from '../image.ts';

/** The least that makes webp of pictures over HTTP: sharp with the service's settings, nothing around it. Prints its port. */
const server = createServer(async (request, response) => {
  response.end(await bareSharp(await buffer(request)));
}).listen(0, () => console.log((server.address() as AddressInfo).port));
