import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConversionError } from '../functions/conversion/errors.ts';
import { pathOf } from '../functions/http/request.ts';
import { Bucket } from './bucket/bucket.ts';
import { sendObject } from './bucket/send-object.ts';
import { clientPlace } from './client-address.ts';
import { postObject, type StoreFile } from './post-object.ts';
import { checkPolicy } from './post-policy.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { type Credentials, checkLink } from './signature.ts';

/** The settings of a bucket. */
export interface S3StoreOptions {
  /** The name of the bucket. */
  readonly bucket: string;
  /** An empty folder, for its files alone. */
  readonly folder: string;
  /** The credentials that sign links. */
  readonly credentials: Credentials;
  /** The credentials that sign forms. @default those of links */
  readonly forms?: Credentials;
  /** The largest size of all files together, in bytes. @default a share of the free disk space */
  readonly mostBytes?: number | undefined;
}

/** Called for each file that was uploaded by a form, like an event notification of S3. */
export type OnUpload = (key: string) => void;

/** A bucket, and the handler of requests for it. */
export interface S3Store {
  readonly bucket: Bucket;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Takes the place of S3 for clients: presigned URLs that choose response headers, forms whose policies are enforced, and
 * a notification of each upload by form. Nothing else is served.
 */
export function createS3Store(
  { bucket: name, folder, credentials, forms = credentials, mostBytes }: S3StoreOptions,
  onUpload: OnUpload,
): S3Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bucket = new Bucket(folder, mostBytes);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url } = request;
    if (method === 'OPTIONS') response.writeHead(200, CORS).end();
    else if (method === 'POST' && pathOf(url) === `/${name}`) {
      const check = (fields: ReadonlyMap<string, string>) => checkPolicy(fields, name, forms);
      const store: StoreFile = (key, content) => bucket.put(key, content, 'application/octet-stream', clientPlace());
      onUpload(await postObject(request, check, store));
      response.writeHead(204, CORS).end();
    } else if (method === 'GET') await sendLinked(request, response);
    else throw new Refusal(403, 'AccessDenied', 'There are links to fetch with GET, and forms to send with POST.');
  };
  const sendLinked = async (request: IncomingMessage, response: ServerResponse) => {
    const parameters = checkLink(request, credentials);
    // Not parsed as a URL, since a key may contain `..`.
    const key = decodeURIComponent(pathOf(request.url).slice(`/${name}/`.length));
    const reading = bucket.open(key);
    if (!reading) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
    try {
      await sendObject(request, response, reading.object, parameters);
    } finally {
      await reading.close();
    }
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => refuse(error, request, response));
  };
  return { bucket, serve };
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': '*',
};

function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored || response.headersSent) return void response.destroy();
  answerRefusal(response, asRefusal(error), CORS);
  request.resume();
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ConversionError && error.code === 'SERVICE_BUSY')
    return new Refusal(503, 'SlowDown', error.message);
  return new Refusal(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
}
