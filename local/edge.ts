import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Reply } from '../functions/http/reply.ts';

const SOURCE = join(import.meta.dirname, '../functions/edge/pick-lane.js');

/** The only module of CloudFront's runtime. Here a script runs, which gets it as a global variable. */
const IMPORT = "import cf from 'cloudfront';";

/** A header in an event of CloudFront Functions, version 1.0; names are lower case. */
interface EdgeValue {
  /** The value, or the first one if there are several. */
  readonly value: string;
  /** All values, where there are several. */
  readonly multiValue?: readonly { readonly value: string }[];
}

/** The request in a viewer request event. */
export interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, EdgeValue>>;
  readonly headers: Readonly<Record<string, EdgeValue>>;
  readonly cookies: Readonly<Record<string, EdgeValue>>;
}

/** A response of the function itself. */
export interface EdgeAnswer {
  readonly statusCode: number;
  readonly statusDescription: string;
  readonly headers: Readonly<Record<string, EdgeValue>>;
  readonly body: { readonly encoding: 'text'; readonly data: string };
}

/** The function that runs in CloudFront. @returns the request, or a response to it */
export type EdgeFunction = (event: {
  readonly request: EdgeRequest;
  readonly viewer: { readonly ip: string };
}) => EdgeRequest | EdgeAnswer;

/** The names of the origins. */
export type Lane = 'api' | 'ingest';

/** The origin of a request to /api/v1/convert, or the response that refuses it. */
export type Choice = { readonly lane: Lane } | { readonly refusal: Reply };

/**
 * Compiles the same JavaScript that runs in CloudFront.
 * @param selectRequestOriginById called to choose another origin than that of the path
 */
export function compileEdgeFunction(selectRequestOriginById: (origin: string) => void): EdgeFunction {
  const [before, body, ...rest] = readFileSync(SOURCE, 'utf8').split(IMPORT);
  if (before !== '' || body === undefined || rest.length > 0)
    throw new Error(`${SOURCE} does not begin with ${IMPORT}`);
  // CloudFront runs every function in strict mode.
  const script = `'use strict';${body}\nhandler;`;
  return runInNewContext(script, { cf: { selectRequestOriginById } }, { filename: SOURCE });
}

let edgeFunction: EdgeFunction | undefined;
let selected: Lane;

/** Chooses as CloudFront does for a request to /api/v1/convert. */
export function pickLane({ method, path, headers, address }: PickedRequest): Choice {
  edgeFunction ??= compileEdgeFunction((origin) => {
    selected = origin as Lane;
  });
  selected = 'ingest';
  const uri = path.replace(/\?.*$/s, '');
  const request = { method, uri, querystring: {}, headers: toEdge(headers), cookies: {} };
  const answer = edgeFunction({ request, viewer: { ip: address } });
  return 'statusCode' in answer ? { refusal: toReply(answer) } : { lane: selected };
}

/** The parts of a request on which the choice depends. */
interface PickedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client. */
  readonly address: string;
}

function toEdge(headers: IncomingHttpHeaders): Record<string, EdgeValue> {
  const entries = Object.entries(headers).flatMap(([name, content]) => {
    const values = [content ?? []].flat().map((value) => ({ value }));
    const [first, ...others] = values;
    return first ? [[name, others.length > 0 ? { ...first, multiValue: values } : first] as const] : [];
  });
  return Object.fromEntries(entries);
}

function toReply({ statusCode, headers, body }: EdgeAnswer): Reply {
  const names = Object.entries(headers).map(([name, { value }]) => [name, value] as const);
  return { statusCode, headers: Object.fromEntries(names), body: body.data };
}
