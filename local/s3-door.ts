import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Files } from '../functions/storage/s3-files.ts';
import { postObject } from './post-object.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import type { Credentials } from './signature.ts';

/** Where the embedded S3 listens, and with which keys it is used. */
export interface EmbeddedS3 {
  readonly address: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: Credentials;
}

/** Told of each file that was uploaded by a form, as S3 notifies. */
export type OnUpload = (key: string) => void;

/**
 * A door in front of the embedded S3 that adds what it lacks and we need: form uploads of any size with a policy that
 * is enforced, a notice of each, and headers that are chosen by the link. Signatures of what it passes on are checked
 * behind it.
 */
export async function openS3Door(
  s3: EmbeddedS3,
  onUpload: OnUpload,
): Promise<{ address: string; close(): Promise<void> }> {
  const client = new S3Client({
    endpoint: s3.address,
    forcePathStyle: true,
    region: s3.region,
    credentials: s3.credentials,
  });
  const files = new S3Files(client, s3.bucket);
  const upload = (request: IncomingMessage) =>
    postObject(request, files, s3.credentials.secretAccessKey).then(onUpload);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: LONGEST_IDLE }, (request, response) => {
    serve(request, response, s3.address, upload).catch((error: unknown) => refuse(error, request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    client.destroy();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** How long a connection is kept for the next request, in milliseconds: longer than this machine may be busy. */
const LONGEST_IDLE = 60_000;

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': '*',
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  upload: (request: IncomingMessage) => Promise<void>,
): Promise<void> {
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
  if (request.method === 'OPTIONS') response.writeHead(200, CORS).end();
  else if (request.method === 'POST' && isForm) {
    await upload(request);
    response.writeHead(204, CORS).end();
  } else await pass(request, response, address);
}

/** Passes a request on, and its answer back, with the headers that the link of a download asks for. */
async function pass(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
  const query = new URL(request.url ?? '/', address).searchParams;
  const { method, headers, url } = request;
  const onward = httpRequest(`${address}${url}`, { method, headers });
  request.on('error', () => onward.destroy()).pipe(onward);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const chosen: OutgoingHttpHeaders = {};
  for (const name of ['content-type', 'content-disposition', 'cache-control']) {
    const value = query.get(`response-${name}`);
    if (value) chosen[name] = value;
  }
  response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...chosen });
  answer.on('error', () => response.destroy()).pipe(response);
  response.on('close', () => answer.destroy());
}

function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored || response.headersSent) return void response.destroy();
  const malformed = new Refusal(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
  answerRefusal(response, error instanceof Refusal ? error : malformed, CORS);
  request.resume();
}
