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

/** How S3 is stood in for. */
export interface S3StoreOptions {
  /** The name of the one bucket. */
  readonly bucket: string;
  /** An empty folder, for its files alone. */
  readonly folder: string;
  /** With which links are signed. */
  readonly credentials: Credentials;
  /** With which forms are signed. @default those of links */
  readonly forms?: Credentials;
  /** How many bytes all files together may have. @default a share of what is free on the disk */
  readonly mostBytes?: number | undefined;
}

/** Told of each file that was uploaded by a form, as S3 notifies. */
export type OnUpload = (key: string) => void;

/** One bucket, and what answers requests for it. */
export interface S3Store {
  readonly bucket: Bucket;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Stands in for S3, as far as clients meet it: signed links to one file each, with the headers that the link chooses, and
 * forms with a policy that is enforced; a notice of each upload by a form. Nothing else is served.
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
    // Not as a URL: `..` in a key is a name like others.
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
