import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Bucket } from './bucket/bucket.ts';
import { serveBucket } from './bucket/serve-bucket.ts';
import { postObject } from './post-object.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { type Credentials, checkSignature } from './signature.ts';

/** How S3 is stood in for. */
export interface S3StoreOptions {
  /** The name of the one bucket. */
  readonly bucket: string;
  /** An empty folder, for its files alone. */
  readonly folder: string;
  readonly credentials: Credentials;
}

/** Told of each file that was uploaded by a form, as S3 notifies. */
export type OnUpload = (key: string) => void;

/** One bucket, and what answers requests for it. */
export interface S3Store {
  readonly bucket: Bucket;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Stands in for S3: one bucket, for signed requests only, and for forms with a policy that is enforced; a notice of each
 * upload by a form, and headers that are chosen by the link.
 */
export function createS3Store({ bucket: name, folder, credentials }: S3StoreOptions, onUpload: OnUpload): S3Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bucket = new Bucket(folder);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
    if (request.method === 'OPTIONS') response.writeHead(200, CORS).end();
    else if (request.method === 'POST' && isForm) {
      onUpload(await postObject(request, bucket, credentials.secretAccessKey));
      response.writeHead(204, CORS).end();
    } else {
      checkSignature(request, credentials);
      await serveBucket(request, response, name, bucket);
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
  const malformed = new Refusal(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
  answerRefusal(response, error instanceof Refusal ? error : malformed, CORS);
  request.resume();
}
